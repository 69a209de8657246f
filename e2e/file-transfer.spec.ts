import { writeFile } from 'node:fs/promises';
import { findViolations } from './support/accessibility.ts';
import { chooseFromAttachMenu, toast } from './support/chat.ts';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialog,
  dialogButton,
  expect,
  holdIceServers,
  listStoredFolders,
  type Pair,
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

const largeBytes = 300_000_000;

async function expectFileToArrive({ sender, receiver }: Pair, bytes: number) {
  const file = createFile('a film.mkv', bytes);
  await requestTransfer(sender, file);
  const { download } = await acceptTransfer(receiver);
  expect((await download).suggestedFilename()).toBe('a film.mkv');
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  for (const page of [sender, receiver]) {
    await expect(transferState(page, 'Done')).toBeVisible();
    await closeDialog(page);
    await expect(transferRecord(page, 'completed')).toBeVisible();
  }
}

for (const bytes of [0, 1, 8192, 25_000_000]) {
  test(`[TRF-21] a file of ${bytes} bytes arrives unchanged under its name, and both sides and the chat confirm it @long`, async ({
    pair,
  }) => {
    await expectFileToArrive(pair, bytes);
  });
}

test('[TRF-22] one request sends several files in sequence @long', async ({ pair: { sender, receiver } }) => {
  const files = [createFile('one.txt', 12), createFile('nothing.txt', 0), createFile('three.bin', 3_000_000)];
  await requestTransfer(sender, files);
  await expect(dialog(receiver).getByText('wants to send you 3 files.')).toBeVisible();
  const downloads: Promise<string>[] = [];
  receiver.on('download', (download) => downloads.push(sha256OfDownload(download)));
  await acceptTransfer(receiver);
  await expect(transferState(sender, 'Done')).toBeVisible();
  await expect.poll(() => downloads.length).toBe(3);
  expect((await Promise.all(downloads)).toSorted()).toEqual(files.map(({ buffer }) => sha256(buffer)).toSorted());
  await closeDialog(sender);
  await expect(transferRecord(sender, 'completed')).toHaveCount(3);
});

test('[TRF-21] control characters are removed from a file name before it is shown @long', async ({
  pair: { sender, receiver },
}) => {
  const file = createFile(`holiday\u202Egpj.exe`, 10);
  await requestTransfer(sender, file);
  await expect(dialog(receiver).getByText('holidaygpj.exe')).toBeVisible();
  const { download } = await acceptTransfer(receiver);
  expect((await download).suggestedFilename()).toBe('holidaygpj.exe');
});

test('[TRF-23] the dialogs truncate file names to 33 characters for the sender and by width for the receiver @long', async ({
  pair: { sender, receiver },
}) => {
  const name = `${'a very long name of a file '.repeat(4)}.mkv`;
  await receiver.setViewportSize({ width: 390, height: 844 });
  await requestTransfer(sender, createFile(name, 2_500_000));
  const shown = async (page: typeof sender) => Array.from(await dialog(page).locator('bdi[title]').innerText()).length;
  expect(await shown(sender)).toBe(33);
  await expect(dialog(sender).getByText('2.38 MB')).toBeVisible();
  expect(await shown(receiver)).toBe(20);
  await receiver.setViewportSize({ width: 600, height: 844 });
  await expect.poll(() => shown(receiver)).toBe(24);
  await receiver.setViewportSize({ width: 1024, height: 844 });
  await expect.poll(() => shown(receiver)).toBe(32);
});

test('[TRF-21] [TRF-23] a rejected request and a file that arrives unchanged are shown to both users and recorded in the chat', async ({
  pair,
}) => {
  const { sender, receiver } = pair;
  await requestTransfer(sender, createFile('a.txt', 10));
  await dialogButton(receiver, 'Reject').click();
  await expect(dialog(receiver)).toBeHidden();
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
  await expect(toast(sender, 'File transfer rejected')).toBeVisible();
  await expect(toast(sender, 'The receiver has rejected the file transfer')).toBeVisible();
  await closeDialog(sender);
  await expect(dialog(sender)).toBeHidden();
  await expect(transferRecord(receiver, 'cancelled')).toBeVisible();
  // One byte more than a chunk.
  await expectFileToArrive(pair, 8193);
});

test('[TRF-23] a request needs a file, and Escape closes the dialog @long', async ({ pair: { sender } }) => {
  await pickFiles(sender, createFile('a.txt', 10));
  await dialogButton(sender, 'Remove a.txt').click();
  await expect(dialogButton(sender, 'Send request')).toBeDisabled();
  await sender.keyboard.press('Escape');
  await expect(dialog(sender)).toBeHidden();
  await expect(sender.getByRole('button', { name: 'Send a file' })).toBeFocused();
});

test('[TRF-33] if the code of transfers cannot be loaded, a toast says so, and the next click loads it @long', async ({
  pair: { sender },
}) => {
  const code = '**/assets/tab-transfers*.js';
  await sender.route(code, (route) => route.abort());
  await chooseFromAttachMenu(sender, 'Send directly');
  await expect(toast(sender, 'File transfer error')).toBeVisible();
  await sender.unroute(code);
  await chooseFromAttachMenu(sender, 'Send directly');
  await expect(dialog(sender)).toBeVisible();
});

test('[TRF-23] a user drops files into the dialog @long', async ({ pair: { sender } }) => {
  await chooseFromAttachMenu(sender, 'Send directly');
  const dataTransfer = await sender.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped'], 'dropped.txt'));
    return transfer;
  });
  const zone = dialog(sender).getByText('Drop files here, or');
  await zone.dispatchEvent('dragover', { dataTransfer });
  await zone.dispatchEvent('drop', { dataTransfer });
  await expect(dialog(sender).getByText('dropped.txt')).toBeVisible();
  await expect(dialogButton(sender, 'Send request')).toBeEnabled();
});

test.describe('[TRF-23] a transfer is cancelled', () => {
  test('by the sender before an answer @long', async ({ pair: { sender, receiver } }) => {
    await requestTransfer(sender, createFile('a.txt', 10));
    await expect(dialog(receiver)).toBeVisible();
    await dialogButton(sender, 'Cancel').click();
    await expect(transferState(receiver, 'Cancelled')).toBeVisible();
    await expect(dialog(receiver).getByText('Ann Lee cancelled the transfer.').last()).toBeVisible();
    await closeDialog(sender);
    await expect(transferRecord(sender, 'cancelled')).toBeVisible();
  });

  for (const by of ['sender', 'receiver'] as const) {
    const other = by === 'sender' ? 'receiver' : 'sender';

    test(`by the ${by} while connecting @long`, async ({ pair }) => {
      await holdIceServers(pair.sender);
      await requestTransfer(pair.sender, createFile('a.txt', 10));
      await acceptTransfer(pair.receiver);
      await expect(transferState(pair.sender, 'Connecting')).toBeVisible();
      await expect(transferState(pair.receiver, 'Connecting')).toBeVisible();
      await dialogButton(pair[by], 'Cancel').click();
      await expect(transferState(pair[other], 'Cancelled')).toBeVisible();
      await expect(transferState(pair[by], 'Cancelled')).toBeVisible();
      await closeDialog(pair.sender);
      await expect(transferRecord(pair.sender, 'cancelled')).toBeVisible();
    });

    test(`by the ${by} while sending, after a confirmation @long`, async ({ pair, largeFile }) => {
      await startTransfer(pair, await largeFile('film.mkv', largeBytes));
      const page = pair[by];
      await page.keyboard.press('Escape');
      await expect(page.getByText('Stop this transfer?')).toBeVisible();
      await page.getByRole('button', { name: 'Stop transfer' }).click();
      await expect(transferState(pair[other], 'Cancelled')).toBeVisible();
      await expect(transferState(page, 'Cancelled')).toBeVisible();
      await expect.poll(() => listStoredFolders(pair.receiver)).toEqual([]);
      await closeDialog(pair.sender);
      await expect(transferRecord(pair.sender, 'cancelled')).toBeVisible();
    });
  }
});

test('[TRF-24] an incoming request flashes the title, and accepting it closes the dialog of other tabs @long', async ({
  pair: { sender, receiver },
}) => {
  const secondTab = await receiver.context().newPage();
  await secondTab.goto('/');
  await expect(secondTab.getByRole('link', { name: /Ann Lee/ }).first()).toBeVisible();
  await requestTransfer(sender, createFile('a.txt', 10));
  for (const tab of [receiver, secondTab]) {
    await expect(dialogButton(tab, 'Accept')).toBeVisible();
    await expect(tab).toHaveTitle('Ann Lee sends you a file');
    await expect(tab).toHaveTitle('Chat App');
  }
  await acceptTransfer(receiver);
  await expect(dialog(secondTab)).toBeHidden();
  await expect(secondTab).toHaveTitle(/Chat App/);
  await expect(transferState(receiver, 'Done')).toBeVisible();
  await expect(transferState(sender, 'Done')).toBeVisible();
});

test('[TRF-24] a request to a hidden tab rings and shows a desktop notification until it is answered @long', async ({
  pair: { sender, receiver },
}) => {
  await receiver.addInitScript(replaceDesktop);
  await receiver.reload();
  await receiver.getByRole('heading', { name: 'Ann Lee' }).click();
  await receiver.evaluate(() => (window as unknown as Desktop).hide());
  await requestTransfer(sender, createFile('film.mkv', 10));
  const readDesktop = () => receiver.evaluate(() => (window as unknown as Desktop).desktop);
  await expect.poll(async () => (await readDesktop()).notifications).toEqual(['Ann Lee: wants to send you film.mkv']);
  await expect.poll(async () => (await readDesktop()).noteCount).toBeGreaterThan(4);
  await dialogButton(receiver, 'Reject').click();
  await expect.poll(async () => (await readDesktop()).isSilent).toBe(true);
});

type Desktop = typeof window & {
  desktop: { notifications: string[]; noteCount: number; isSilent: boolean };
  hide: () => void;
};

/** Replaces desktop notifications, sound and visibility, and records their use. */
function replaceDesktop() {
  const desktop = { notifications: [] as string[], noteCount: 0, isSilent: false };
  class FakeNotification extends EventTarget {
    static permission = 'granted';
    constructor(title: string, { body }: { body: string }) {
      super();
      desktop.notifications.push(`${title}: ${body}`);
    }
  }
  class RecordedAudioContext extends AudioContext {
    override createOscillator() {
      desktop.noteCount += 1;
      return super.createOscillator();
    }
    override close() {
      desktop.isSilent = true;
      return super.close();
    }
  }
  let isHidden = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  const hide = () => {
    isHidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  localStorage.setItem('chat-app.desktop-notices', 'on');
  Object.assign(window, { Notification: FakeNotification, AudioContext: RecordedAudioContext, desktop, hide });
}

test('[TRF-24] several requests are shown one after another, and a closed one can be reopened @long', async ({
  pair: { sender, receiver, bob },
  users,
  openAs,
}) => {
  const cid = await users.create('Cid Moe');
  const chatId = await users.createChat(cid, bob);
  const third = await openAs(cid, `/chat/${chatId}`);
  await requestTransfer(sender, createFile('from-ann.txt', 10));
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
});

test('[TRF-28] a transfer continues in the background while the users write messages @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver } = pair;
  await startTransfer(pair, await largeFile('film.mkv', largeBytes));
  await dialogButton(receiver, 'Continue in background').click();
  await expect(dialog(receiver)).toBeHidden();
  await receiver.getByRole('textbox', { name: 'Message', exact: true }).fill('coming in nicely');
  await receiver.keyboard.press('Enter');
  await expect(receiver.getByText('coming in nicely').first()).toBeVisible();
  await receiver.getByRole('button', { name: /film\.mkv/ }).click();
  await waitForProgress(receiver);
  await dialogButton(receiver, 'Cancel').click();
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
});

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

test('[TRF-25] a file that changes during the transfer cancels it on both sides @long', async ({ pair, largeFile }) => {
  const { sender, receiver } = pair;
  const path = await largeFile('film.mkv', largeBytes);
  await startTransfer(pair, path);
  await writeFile(path, 'something else');
  await expect(toast(sender, 'The file was changed or removed while it was being sent')).toBeVisible();
  await expect(toast(receiver, 'The sender’s file was changed or removed while it was being sent')).toBeVisible();
  for (const page of [sender, receiver]) await expect(transferState(page, 'Cancelled')).toBeVisible();
  await expect.poll(() => listStoredFolders(receiver)).toEqual([]);
});

test('[TRF-25] a full disk at the receiver cancels the transfer on both sides and stores nothing @long', async ({
  pair,
  backend,
}) => {
  const { sender, receiver } = pair;
  const session = await receiver.context().newCDPSession(receiver);
  await session.send('Storage.overrideQuotaForOrigin', { origin: backend.url, quotaSize: 4_000_000 });
  await requestTransfer(sender, createFile('film.mkv', 20_000_000));
  await acceptTransfer(receiver);
  await expect(toast(receiver, 'There is not enough space on this device')).toBeVisible();
  await expect(toast(sender, 'The receiver’s device has not enough space')).toBeVisible();
  for (const page of [sender, receiver]) await expect(transferState(page, 'Cancelled')).toBeVisible();
  await expect.poll(() => listStoredFolders(receiver)).toEqual([]);
});

test('[TRF-28] where the browser supports it, the file is written directly into a picked file @long', async ({
  pair,
}) => {
  const { sender, receiver } = pair;
  await receiver.evaluate(() => {
    const pickTarget = async () => (await navigator.storage.getDirectory()).getFileHandle('picked', { create: true });
    Object.assign(window, { showSaveFilePicker: pickTarget });
  });
  const file = createFile('a film.mkv', 5_000_000);
  await requestTransfer(sender, file);
  // The dialog was rendered before the picker existed. Resizing renders it again.
  await receiver.setViewportSize({ width: 1000, height: 700 });
  await dialogButton(receiver, 'Save as…').click();
  await expect(transferState(receiver, 'Done')).toBeVisible();
  const size = await receiver.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return (await (await root.getFileHandle('picked')).getFile()).size;
  });
  expect(size).toBe(5_000_000);
});

test('[UI-10] the transfer dialogs have no accessibility violations in any state @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver } = pair;
  // Large enough not to arrive during the accessibility checks.
  await pickFiles(sender, await largeFile('film.mkv', 4 * largeBytes));
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
  await dialogButton(receiver, 'Cancel').click();
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
  expect(await findViolations(sender)).toEqual([]);
});
