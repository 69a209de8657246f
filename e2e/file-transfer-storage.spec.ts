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

const long = 300_000_000;

/** The files of all transfers that the browser keeps, by their places. */
function keptFiles(page: Page): Promise<string[]> {
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
    const [first, second] = [await largeFile('one.bin', 2_000_000), await largeFile('film.mkv', long)];
    await requestTransfer(sender, [first, second]);
    const { download } = await acceptTransfer(receiver);
    expect((await download).suggestedFilename()).toBe('one.bin');
    await waitForProgress(receiver);
    await dialogButton(pair[by], 'Cancel').click();
    for (const page of [sender, receiver]) await expect(transferState(page, 'Cancelled')).toBeVisible();
    const hash = createHash('sha256').update(await readFile(first));
    expect(await sha256OfDownload(await download)).toBe(hash.digest('hex'));
    await expect.poll(() => keptFiles(receiver)).toEqual(['0']);
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
  receiver.on('dialog', (question) => void question.accept());
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
  const question = receiver.waitForEvent('dialog');
  await receiver.close({ runBeforeUnload: true });
  const asked = await question;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await download;
});

const rootNames = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    const root = (await navigator.storage.getDirectory()) as unknown as { keys: () => AsyncIterable<string> };
    for await (const name of root.keys()) names.push(name);
    return names;
  });

type Picking = typeof window & { letPick: () => void; hasPicked: boolean };

/** Stands in for the browser's question where to save; it is answered at once, or when the test says so. */
async function standInForPicker(page: Page, isAnswered: boolean) {
  await page.evaluate((isAnsweredAtOnce) => {
    const answered = new Promise<void>((resolve) => {
      (window as unknown as Picking).letPick = resolve;
      if (isAnsweredAtOnce) resolve();
    });
    const showSaveFilePicker = async () => {
      await answered;
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('picked', { create: true });
      (window as unknown as Picking).hasPicked = true;
      return handle;
    };
    Object.assign(window, { showSaveFilePicker });
  }, isAnswered);
}

for (const by of ['sender', 'receiver'] as const) {
  test(`[TRF-28] a picked file is removed when the ${by} cancels @long`, async ({ pair, largeFile }) => {
    const { sender, receiver } = pair;
    await standInForPicker(receiver, true);
    await requestTransfer(sender, await largeFile('film.mkv', long));
    // Drawn before the picker was there.
    await receiver.setViewportSize({ width: 1000, height: 700 });
    await dialogButton(receiver, 'Save as…').click();
    await waitForProgress(receiver);
    expect(await rootNames(receiver)).toContain('picked');
    await dialogButton(pair[by], 'Cancel').click();
    await expect(transferState(receiver, 'Cancelled')).toBeVisible();
    await expect.poll(() => rootNames(receiver)).not.toContain('picked');
  });
}

test('[TRF-28] a file that is picked after the sender cancelled is removed @long', async ({ pair }) => {
  const { sender, receiver } = pair;
  await standInForPicker(receiver, false);
  await requestTransfer(sender, createFile('a.txt', 10));
  await receiver.setViewportSize({ width: 1000, height: 700 });
  await dialogButton(receiver, 'Save as…').click();
  await dialogButton(sender, 'Cancel').click();
  await expect(transferState(receiver, 'Cancelled')).toBeVisible();
  await receiver.evaluate(() => (window as unknown as Picking).letPick());
  await receiver.waitForFunction(() => (window as unknown as Picking).hasPicked);
  await expect.poll(() => rootNames(receiver)).not.toContain('picked');
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
