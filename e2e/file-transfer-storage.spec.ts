import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialog,
  dialogButton,
  expect,
  requestTransfer,
  sha256,
  sha256OfDownload,
  test,
  transferRecord,
  transferState,
  waitForProgress,
} from './support/file-transfer.ts';

const largeBytes = 300_000_000;

/** The names of the stored files of all transfers; a name is the index of the file. */
function listStoredFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    type Folder = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> };
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    const transfers = (await root.getDirectoryHandle('transfers', { create: true })) as Folder;
    for await (const folder of transfers.values()) {
      for await (const { name } of (folder as Folder).values()) names.push(name);
    }
    return names;
  });
}

test('[TRF-22] files that arrived before the sender cancelled stay downloaded, and the chat records both files @long', async ({
  pair: { sender, receiver },
  largeFile,
}) => {
  const [first, second] = [await largeFile('one.bin', 2_000_000), await largeFile('film.mkv', largeBytes)];
  await requestTransfer(sender, [first, second]);
  const { download } = await acceptTransfer(receiver);
  expect((await download).suggestedFilename()).toBe('one.bin');
  await waitForProgress(receiver);
  await dialogButton(sender, 'Cancel').click();
  for (const page of [sender, receiver]) await expect(transferState(page, 'Cancelled')).toBeVisible();
  expect(await sha256OfDownload(await download)).toBe(sha256(await readFile(first)));
  await expect.poll(() => listStoredFiles(receiver)).toEqual(['0']);
  await closeDialog(sender);
  await expect(transferRecord(sender, 'completed')).toHaveCount(1);
  await expect(transferRecord(sender, 'cancelled')).toHaveCount(1);
});

test('[TRF-26] a received file can be saved after a reload until its dialog is closed @long', async ({ pair }) => {
  const { sender, receiver } = pair;
  const file = createFile('a film.mkv', 1_000_000);
  await requestTransfer(sender, file);
  const first = await acceptTransfer(receiver);
  await first.download;
  await expect(transferState(receiver, 'Done')).toBeVisible();
  receiver.on('dialog', (confirmation) => void confirmation.accept());
  await receiver.reload();
  await expect(transferState(receiver, 'Done')).toBeVisible();
  const download = receiver.waitForEvent('download');
  await dialogButton(receiver, 'Save a film.mkv').click();
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));

  await closeDialog(receiver);
  await expect(dialog(receiver)).toBeHidden();
  const kept = () => receiver.evaluate(() => localStorage.getItem('chat-app.partial-transfers'));
  await expect.poll(kept).toContain('"isOver":true');
  await receiver.reload();
  await expect(receiver.getByRole('button', { name: 'Send a file' })).toBeVisible();
  await expect(dialog(receiver)).toBeHidden();
});

const listRootFiles = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const root = (await navigator.storage.getDirectory()) as unknown as { keys: () => AsyncIterable<string> };
    for await (const name of root.keys()) names.push(name);
    return names;
  });

type PickerWindow = typeof window & { letPick: () => void; hasPicked: boolean };

/** Replaces the browser's save dialog by one that waits until the test calls `letPick`. */
async function replaceSavePicker(page: Page) {
  await page.evaluate(() => {
    const picked = new Promise<void>((resolve) => {
      (window as unknown as PickerWindow).letPick = resolve;
    });
    const showSaveFilePicker = async () => {
      await picked;
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('picked', { create: true });
      (window as unknown as PickerWindow).hasPicked = true;
      return handle;
    };
    Object.assign(window, { showSaveFilePicker, hasPicked: false });
  });
}

const letPick = (page: Page) => page.evaluate(() => (window as unknown as PickerWindow).letPick());

test('[TRF-28] a file is written directly into a picked one, of which nothing is left when the sender cancels @long', async ({
  pair: { sender, receiver },
  largeFile,
}) => {
  const pickFor = async (file: Parameters<typeof requestTransfer>[1]) => {
    await replaceSavePicker(receiver);
    await requestTransfer(sender, file);
    await dialogButton(receiver, 'Save as…').click();
  };
  const cancel = async () => {
    await dialogButton(sender, 'Cancel').click();
    await expect(transferState(receiver, 'Cancelled')).toBeVisible();
  };
  const closeDialogs = async () => {
    for (const page of [sender, receiver]) await closeDialog(page);
  };

  await test.step('cancelled before the file is picked', async () => {
    await pickFor(createFile('a.txt', 10));
    await cancel();
    await letPick(receiver);
    await receiver.waitForFunction(() => (window as unknown as PickerWindow).hasPicked);
    await expect.poll(() => listRootFiles(receiver)).not.toContain('picked');
    await closeDialogs();
  });

  await test.step('cancelled while sending', async () => {
    await pickFor(await largeFile('film.mkv', largeBytes));
    await letPick(receiver);
    await waitForProgress(receiver);
    expect(await listRootFiles(receiver)).toContain('picked');
    await cancel();
    await expect.poll(() => listRootFiles(receiver)).not.toContain('picked');
    await closeDialogs();
  });

  await test.step('not cancelled', async () => {
    await pickFor(createFile('a film.mkv', 5_000_000));
    await letPick(receiver);
    await expect(transferState(receiver, 'Done')).toBeVisible();
    const size = await receiver.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      return (await (await root.getFileHandle('picked')).getFile()).size;
    });
    expect(size).toBe(5_000_000);
  });
});

test('[TRF-21] a browser without a private file system keeps the file in memory and saves it complete @long', async ({
  pair: { sender, receiver },
}) => {
  let patchedCount = 0;
  await receiver.route('**/assets/file-sink*.js', async (route) => {
    const response = await route.fetch();
    patchedCount += 1;
    const script = `delete FileSystemFileHandle.prototype.createSyncAccessHandle;${await response.text()}`;
    await route.fulfill({ response, body: script });
  });
  const file = createFile('in memory.bin', 20_000_000);
  await requestTransfer(sender, file);
  const { download } = await acceptTransfer(receiver);
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  await expect(transferState(sender, 'Done')).toBeVisible();
  expect(patchedCount).toBe(1);
});
