import type { Page } from '@playwright/test';
import { messageList, sendText } from './support/chat.ts';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialog,
  dialogButton,
  expect,
  requestTransfer,
  startTransfer,
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
  const question = await opened;
  await question.dismiss();
  return question.type() === 'beforeunload';
}

test('[TRF-28] a running transfer goes on in the background, keeps both screens on and asks before leaving; a finished one does not @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver } = pair;
  for (const page of [sender, receiver]) await watchWakeLocks(page);
  await startTransfer(pair, await largeFile('film.mkv', 300_000_000));
  for (const page of [sender, receiver]) {
    await waitForProgress(page);
    expect(await countWakeLocks(page)).toBe(1);
    expect(await asksBeforeLeaving(page)).toBe(true);
  }
  await dialogButton(receiver, 'Continue in background').click();
  await expect(dialog(receiver)).toBeHidden();
  await sendText(receiver, 'coming in nicely');
  await expect(messageList(receiver).getByText('coming in nicely')).toBeVisible();
  await receiver.getByRole('button', { name: /film\.mkv/ }).click();
  await waitForProgress(receiver);
  await dialogButton(receiver, 'Cancel').click();
  for (const page of [sender, receiver]) {
    await expect(transferState(page, 'Cancelled')).toBeVisible();
    await expect.poll(() => countWakeLocks(page)).toBe(0);
    await closeDialog(page);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  }
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
  expect(await asksBeforeLeaving(receiver)).toBe(true);
  await download;
});
