import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
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

for (const by of ['sender', 'receiver'] as const) {
  test(`[TRF-22] files that arrived before the ${by} cancelled stay downloaded, and the chat records both files @long`, async ({
    pair,
    largeFile,
  }) => {
    const { sender, receiver } = pair;
    const [first, second] = [await largeFile('one.bin', 2_000_000), await largeFile('film.mkv', largeBytes)];
    await requestTransfer(sender, [first, second]);
    const { download } = await acceptTransfer(receiver);
    expect((await download).suggestedFilename()).toBe('one.bin');
    await waitForProgress(receiver);
    await dialogButton(pair[by], 'Cancel').click();
    for (const page of [sender, receiver]) await expect(transferState(page, 'Cancelled')).toBeVisible();
    const hash = createHash('sha256').update(await readFile(first));
    expect(await sha256OfDownload(await download)).toBe(hash.digest('hex'));
    await expect.poll(() => listStoredFiles(receiver)).toEqual(['0']);
    await closeDialog(sender);
    await expect(transferRecord(sender, 'completed')).toHaveCount(1);
    await expect(transferRecord(sender, 'cancelled')).toHaveCount(1);
  });
}

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

test('[TRF-28] the page asks before leaving until the received file is saved @long', async ({ pair }) => {
  const { sender, receiver } = pair;
  await receiver.route('**/assets/file-sink*.js', async (route) => {
    const response = await route.fetch();
    const slow = `{
      const { getFile } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.getFile = async function () {
        // Real time: the file is as slow as on an old disk.
        await new Promise((resolve) => self.setTimeout(resolve, 3000));
        return getFile.call(this);
      };
    }`;
    await route.fulfill({ response, body: `${slow}${await response.text()}` });
  });
  await requestTransfer(sender, createFile('a film.mkv', 1000));
  const { download } = await acceptTransfer(receiver);
  await expect(transferState(receiver, 'Done')).toBeVisible();
  await closeDialog(receiver);
  const opened = receiver.waitForEvent('dialog');
  await receiver.close({ runBeforeUnload: true });
  const confirmation = await opened;
  expect(confirmation.type()).toBe('beforeunload');
  await confirmation.dismiss();
  await download;
});

const listRootFiles = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const root = (await navigator.storage.getDirectory()) as unknown as { keys: () => AsyncIterable<string> };
    for await (const name of root.keys()) names.push(name);
    return names;
  });

type PickerWindow = typeof window & { letPick: () => void; hasPicked: boolean };

/** Replaces the browser's save dialog. It resolves at once, or when the test calls `letPick`. */
async function replaceSavePicker(page: Page, isImmediate: boolean) {
  await page.evaluate((resolvesAtOnce) => {
    const picked = new Promise<void>((resolve) => {
      (window as unknown as PickerWindow).letPick = resolve;
      if (resolvesAtOnce) resolve();
    });
    const showSaveFilePicker = async () => {
      await picked;
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('picked', { create: true });
      (window as unknown as PickerWindow).hasPicked = true;
      return handle;
    };
    Object.assign(window, { showSaveFilePicker });
  }, isImmediate);
}

for (const by of ['sender', 'receiver'] as const) {
  test(`[TRF-28] a picked file is removed when the ${by} cancels @long`, async ({ pair, largeFile }) => {
    const { sender, receiver } = pair;
    await replaceSavePicker(receiver, true);
    await requestTransfer(sender, await largeFile('film.mkv', largeBytes));
    // The dialog was rendered before the picker existed. Resizing renders it again.
    await receiver.setViewportSize({ width: 1000, height: 700 });
    await dialogButton(receiver, 'Save as…').click();
    await waitForProgress(receiver);
    expect(await listRootFiles(receiver)).toContain('picked');
    await dialogButton(pair[by], 'Cancel').click();
    await expect(transferState(receiver, 'Cancelled')).toBeVisible();
    await expect.poll(() => listRootFiles(receiver)).not.toContain('picked');
  });
}

test('[TRF-28] a file that is picked after the sender cancelled is removed @long', async ({ pair }) => {
  const { sender, receiver } = pair;
  await replaceSavePicker(receiver, false);
  await requestTransfer(sender, createFile('a.txt', 10));
  await receiver.setViewportSize({ width: 1000, height: 700 });
  await dialogButton(receiver, 'Save as…').click();
  await dialogButton(sender, 'Cancel').click();
  await expect(transferState(receiver, 'Cancelled')).toBeVisible();
  await receiver.evaluate(() => (window as unknown as PickerWindow).letPick());
  await receiver.waitForFunction(() => (window as unknown as PickerWindow).hasPicked);
  await expect.poll(() => listRootFiles(receiver)).not.toContain('picked');
});

test('[TRF-1] a receiver who reloads before answering sees the request again @long', async ({ pair }) => {
  const { sender, receiver } = pair;
  const file = createFile('a film.mkv', 100_000);
  await requestTransfer(sender, file);
  await expect(dialogButton(receiver, 'Accept')).toBeVisible();
  await receiver.reload();
  const { download } = await acceptTransfer(receiver);
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  await expect(transferState(sender, 'Done')).toBeVisible();
});
