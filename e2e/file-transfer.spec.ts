import type { Download } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { findViolations } from './support/accessibility.ts';
import { chooseFromAttachMenu, toast } from './support/chat.ts';
import { replaceDesktop } from './support/desktop.ts';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialog,
  dialogButton,
  expect,
  pickFiles,
  requestTransfer,
  sha256,
  sha256OfDownload,
  startTransfer,
  test,
  transferRecord,
  transferState,
  waitForProgress,
} from './support/file-transfer.ts';

test('[TRF-21] [TRF-22] [TRF-23] a rejected request and files that arrive unchanged are shown to both users and recorded in the chat', async ({
  pair: { sender, receiver },
}) => {
  await requestTransfer(sender, createFile('a.txt', 10));
  await dialogButton(receiver, 'Reject').click();
  await expect(dialog(receiver)).toBeHidden();
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
  await expect(toast(sender, 'File transfer rejected')).toBeVisible();
  await expect(toast(sender, 'The receiver has rejected the file transfer')).toBeVisible();
  await closeDialog(sender);
  await expect(dialog(sender)).toBeHidden();
  await expect(transferRecord(receiver, 'cancelled')).toBeVisible();

  // A forged name, an empty file, and one byte more than a chunk.
  const files = [createFile('holiday\u202Egpj.exe', 12), createFile('nothing.txt', 0), createFile('film.mkv', 8193)];
  await requestTransfer(sender, files);
  await expect(dialog(receiver).getByText('wants to send you 3 files.')).toBeVisible();
  const downloads: Download[] = [];
  receiver.on('download', (download) => downloads.push(download));
  await acceptTransfer(receiver);
  await expect.poll(() => downloads.length, 'downloads').toBe(3);
  const names = downloads.map((download) => download.suggestedFilename());
  expect(names.toSorted()).toEqual(['film.mkv', 'holidaygpj.exe', 'nothing.txt']);
  const hashes = await Promise.all(downloads.map(sha256OfDownload));
  expect(hashes.toSorted()).toEqual(files.map(({ buffer }) => sha256(buffer)).toSorted());
  for (const page of [sender, receiver]) {
    await expect(transferState(page, 'Done')).toBeVisible();
    await closeDialog(page);
    await expect(transferRecord(page, 'completed')).toHaveCount(3);
  }
});

test('[TRF-23] [TRF-33] the dialog of a request loads its code again, takes dropped files, and shortens names by the width @long', async ({
  pair: { sender, receiver },
}) => {
  await test.step('[TRF-33] if the code cannot be loaded, a toast says so, and the next click loads it', async () => {
    const code = '**/assets/tab-transfers*.js';
    await sender.route(code, (route) => route.abort());
    await chooseFromAttachMenu(sender, 'Send directly');
    await expect(toast(sender, 'File transfer error')).toBeVisible();
    await sender.unroute(code);
    await chooseFromAttachMenu(sender, 'Send directly');
  });

  await test.step('[TRF-23] files are dropped and removed, and Escape closes the dialog', async () => {
    const dataTransfer = await sender.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped'], 'dropped.txt'));
      return transfer;
    });
    const zone = dialog(sender).getByText('Drop files here, or');
    await zone.dispatchEvent('dragover', { dataTransfer });
    await zone.dispatchEvent('drop', { dataTransfer });
    await expect(dialogButton(sender, 'Send request')).toBeEnabled();
    await dialogButton(sender, 'Remove dropped.txt').click();
    await expect(dialogButton(sender, 'Send request')).toBeDisabled();
    await sender.keyboard.press('Escape');
    await expect(dialog(sender)).toBeHidden();
    await expect(sender.getByRole('button', { name: 'Send a file' })).toBeFocused();
  });

  await test.step('[TRF-23] names have 33 characters for the sender, fewer for the receiver', async () => {
    await requestTransfer(sender, createFile(`${'a very long name of a file '.repeat(4)}.mkv`, 2_500_000));
    const shown = async (page: typeof sender) =>
      Array.from(await dialog(page).locator('bdi[title]').innerText()).length;
    expect(await shown(sender)).toBe(33);
    await expect(dialog(sender).getByText('2.38 MB')).toBeVisible();
    for (const [width, length] of [
      [390, 20],
      [600, 24],
      [1024, 32],
    ] as const) {
      await receiver.setViewportSize({ width, height: 844 });
      await expect.poll(() => shown(receiver), `characters at ${width} px`).toBe(length);
    }
  });
});

test('[TRF-24] requests ring, flash the title and notify a hidden tab, one after another, until one tab answers @long', async ({
  pair: { sender, receiver, bob },
  users,
  openAs,
}) => {
  const cid = await users.create('Cid Moe');
  const third = await openAs(cid, `/chat/${await users.createChat(cid, bob)}`);
  const desktop = await replaceDesktop(receiver, 'granted');
  await receiver.addInitScript(recordSounds);
  await receiver.reload();
  await receiver.getByRole('heading', { name: 'Ann Lee' }).click();
  const sounds = () => receiver.evaluate(() => (window as unknown as SoundWindow).sounds);

  await test.step('a hidden tab rings, and the desktop shows the request', async () => {
    await desktop.setHidden(true);
    await requestTransfer(sender, createFile('from-ann.txt', 10));
    await expect.poll(desktop.notifications).toEqual(['Ann Lee: wants to send you from-ann.txt']);
    await expect.poll(async () => (await sounds()).noteCount).toBeGreaterThan(4);
  });

  await test.step('a second tab shows the request too, until the first one answers', async () => {
    const secondTab = await receiver.context().newPage();
    await secondTab.goto('/');
    for (const tab of [receiver, secondTab]) {
      await expect(dialogButton(tab, 'Accept')).toBeVisible();
      await expect(tab).toHaveTitle('Ann Lee sends you a file');
      await expect(tab).toHaveTitle('Chat App');
    }
    await requestTransfer(third, createFile('from-cid.txt', 20));
    await expect(dialog(receiver).getByText('from-ann.txt')).toBeVisible();
    await receiver.keyboard.press('Escape');
    await expect(dialog(receiver).getByText('from-cid.txt')).toBeVisible();
    await acceptTransfer(receiver);
    await expect(transferState(third, 'Done')).toBeVisible();
    await closeDialog(receiver);
    await receiver.getByRole('button', { name: /from-ann\.txt/ }).click();
    await acceptTransfer(receiver);
    await expect(transferState(sender, 'Done')).toBeVisible();
    await expect(dialog(secondTab)).toBeHidden();
    await expect.poll(async () => (await sounds()).isSilent).toBe(true);
  });
});

type SoundWindow = typeof window & { sounds: { noteCount: number; isSilent: boolean } };

/** Counts the notes that the page plays. Runs in the page. */
function recordSounds() {
  const sounds = { noteCount: 0, isSilent: false };
  class RecordedAudioContext extends AudioContext {
    override createOscillator() {
      sounds.noteCount += 1;
      return super.createOscillator();
    }
    override close() {
      sounds.isSilent = true;
      return super.close();
    }
  }
  localStorage.setItem('chat-app.desktop-notices', 'on');
  Object.assign(window, { AudioContext: RecordedAudioContext, sounds });
}

test('[TRF-29] direct sending is available in direct chats while the other user is online @long', async ({
  pair,
  users,
  openAs,
}) => {
  const { sender, receiver, ann, bob } = pair;
  const direct = sender.getByRole('menuitem', { name: 'Send directly' });
  const openMenu = () => sender.getByRole('button', { name: 'Send a file', exact: true }).click();
  await receiver.context().close();
  await openMenu();
  await expect(direct).toContainText('Possible while Bob Ray is online');
  await expect(direct).toBeDisabled();
  const [cid] = [await users.create('Cid Moe')];
  const group = await users.createChat(cid, ann, bob);
  await openAs(cid, '/');
  await sender.goto(`/chat/${group}`);
  await expect(sender.getByText('3 members')).toBeVisible();
  await openMenu();
  await expect(sender.getByRole('menuitem', { name: 'Attach a file' })).toBeVisible();
  await expect(direct).toBeHidden();
});

test('[TRF-25] a file that changes, and a full disk, cancel a transfer on both sides with a reason @long', async ({
  pair,
  largeFile,
  backend,
}) => {
  const { sender, receiver } = pair;
  const expectCancelled = async (sendersReason: string, receiversReason: string) => {
    await Promise.all([
      expect(toast(sender, sendersReason)).toBeVisible(),
      expect(toast(receiver, receiversReason)).toBeVisible(),
    ]);
    await expect.poll(() => receiver.evaluate(listStoredTransfers), 'what is stored').toEqual([]);
    for (const page of [sender, receiver]) {
      await expect(transferState(page, 'Cancelled')).toBeVisible();
      await closeDialog(page);
    }
  };
  const path = await largeFile('film.mkv', 300_000_000);
  await startTransfer(pair, path);
  await writeFile(path, 'something else');
  await expectCancelled(
    'The file was changed or removed while it was being sent',
    'The sender’s file was changed or removed while it was being sent',
  );

  const session = await receiver.context().newCDPSession(receiver);
  await session.send('Storage.overrideQuotaForOrigin', { origin: backend.url, quotaSize: 4_000_000 });
  await requestTransfer(sender, createFile('film.mkv', 20_000_000));
  await acceptTransfer(receiver);
  await expectCancelled('The receiver’s device has not enough space', 'There is not enough space on this device');
});

test('[UI-10] [TRF-23] the transfer dialogs have no accessibility violations in any state, and a running one asks before it stops @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver } = pair;
  // Large enough not to arrive during the accessibility checks.
  await pickFiles(sender, await largeFile('film.mkv', 1_200_000_000));
  expect(await findViolations(sender)).toEqual([]);
  await dialogButton(sender, 'Send request').click();
  await expect(dialogButton(receiver, 'Accept')).toBeVisible();
  expect(await findViolations(sender)).toEqual([]);
  expect(await findViolations(receiver)).toEqual([]);
  // The progress bar would be animated, and the accessibility check waits until animations end.
  await receiver.emulateMedia({ reducedMotion: 'reduce' });
  await acceptTransfer(receiver);
  await waitForProgress(receiver);
  expect(await findViolations(receiver)).toEqual([]);
  await receiver.keyboard.press('Escape');
  await expect(receiver.getByText('Stop this transfer?')).toBeVisible();
  expect(await findViolations(receiver)).toEqual([]);
  await receiver.getByRole('button', { name: 'Stop transfer' }).click();
  for (const page of [sender, receiver]) await expect(transferState(page, 'Cancelled')).toBeVisible();
  expect(await findViolations(sender)).toEqual([]);
});

/** What is kept of transfers, in the page. */
async function listStoredTransfers(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('transfers', { create: true });
  const names: string[] = [];
  for await (const name of (folder as unknown as { keys: () => AsyncIterable<string> }).keys()) names.push(name);
  return names;
}
