import type { Page } from '@playwright/test';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialogButton,
  expect,
  requestTransfer,
  sha256,
  sha256OfDownload,
  test,
  transferState,
  waitForProgress,
} from './support/file-transfer.ts';

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
    await pickFor(await largeFile('film.mkv', 300_000_000));
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
