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

interface Watched {
  held?: number;
}

/** Counts the wake locks that a page holds. Chromium without a screen refuses them. */
async function watchWakeLocks(page: Page) {
  await page.evaluate(() => {
    const watched = window as unknown as Watched;
    watched.held = 0;
    navigator.wakeLock.request = async () => {
      watched.held = (watched.held ?? 0) + 1;
      const release = async () => {
        watched.held = (watched.held ?? 0) - 1;
      };
      return { release } as WakeLockSentinel;
    };
  });
}

const heldLocks = (page: Page) => page.evaluate(() => (window as unknown as Watched).held);

/** Whether the browser asks before it leaves; the question is answered with staying. */
async function isAskedAbout(page: Page): Promise<boolean> {
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await question;
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
    expect(await heldLocks(page)).toBe(1);
    expect(await isAskedAbout(page)).toBe(true);
  }
  await expect(transferState(sender, 'Sending')).toBeVisible();
  await dialogButton(sender, 'Cancel').click();
  for (const page of [sender, receiver]) {
    await expect(transferState(page, 'Cancelled')).toBeVisible();
    await expect.poll(() => heldLocks(page)).toBe(0);
    await closeDialog(page);
    const isClosed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await isClosed;
  }
});

test('[TRF-21] a browser without a private file system keeps the file in memory and saves it complete @long', async ({
  pair: { sender, receiver },
}) => {
  let changed = 0;
  await receiver.route('**/assets/file-sink*.js', async (route) => {
    const response = await route.fetch();
    changed += 1;
    const script = `delete FileSystemFileHandle.prototype.createSyncAccessHandle;${await response.text()}`;
    await route.fulfill({ response, body: script });
  });
  const file = createFile('in memory.bin', 20_000_000);
  await requestTransfer(sender, file);
  const { download } = await acceptTransfer(receiver);
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  await expect(transferState(sender, 'Done')).toBeVisible();
  expect(changed).toBe(1);
});
