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

interface WatchedWindow {
  lockCount?: number;
}

/** Counts the wake locks that a page holds. Headless Chromium denies them. */
async function watchWakeLocks(page: Page) {
  await page.evaluate(() => {
    const watched = window as unknown as WatchedWindow;
    watched.lockCount = 0;
    navigator.wakeLock.request = async () => {
      watched.lockCount = (watched.lockCount ?? 0) + 1;
      const release = async () => {
        watched.lockCount = (watched.lockCount ?? 0) - 1;
      };
      return { release } as WakeLockSentinel;
    };
  });
}

const countWakeLocks = (page: Page) => page.evaluate(() => (window as unknown as WatchedWindow).lockCount);

/** Tries to close the page. Returns whether the browser asks for confirmation, which is dismissed. */
async function asksBeforeLeaving(page: Page): Promise<boolean> {
  const opened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await opened;
  await dialog.dismiss();
  return dialog.type() === 'beforeunload';
}

test('[TRF-28] a running transfer keeps both screens on and asks before leaving; a finished one does not @long', async ({
  pair: { sender, receiver },
  largeFile,
}) => {
  for (const page of [sender, receiver]) await watchWakeLocks(page);
  await requestTransfer(sender, await largeFile('long.bin', 300_000_000));
  await acceptTransfer(receiver);
  for (const page of [sender, receiver]) {
    await waitForProgress(page);
    expect(await countWakeLocks(page)).toBe(1);
    expect(await asksBeforeLeaving(page)).toBe(true);
  }
  await expect(transferState(sender, 'Sending')).toBeVisible();
  await dialogButton(sender, 'Cancel').click();
  for (const page of [sender, receiver]) {
    await expect(transferState(page, 'Cancelled')).toBeVisible();
    await expect.poll(() => countWakeLocks(page)).toBe(0);
    await closeDialog(page);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  }
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
