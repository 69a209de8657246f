import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { deadlineMs } from './support/deadline.ts';
import {
  closeDialog,
  dialog,
  dialogButton,
  expect,
  readPercent,
  sha256,
  sha256OfDownload,
  startTransfer,
  test,
  transferRecord,
  transferState,
} from './support/file-transfer.ts';

test.slow();

const bytes = 40_000_000;

const sha256OfFile = async (path: string) => sha256(await readFile(path));

/** Counts the peer connections and the received bytes. */
function watchConnections() {
  const counts = { receivedBytes: 0, connectionCount: 0, hasShownReconnecting: false };
  const connections: RTCPeerConnection[] = [];
  const Original = RTCPeerConnection;
  class WatchedPeerConnection extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      counts.connectionCount += 1;
      connections.push(this);
      this.addEventListener('datachannel', ({ channel }) =>
        channel.addEventListener('message', ({ data }) => {
          if (data instanceof ArrayBuffer) counts.receivedBytes += data.byteLength;
        }),
      );
    }
  }
  // Over loopback the text is visible too briefly for Playwright to see it.
  new MutationObserver(() => {
    if (document.body.innerText.includes('Reconnecting…')) counts.hasShownReconnecting = true;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  Object.assign(window, { RTCPeerConnection: WatchedPeerConnection, connections, counts });
}

type WatchedWindow = typeof window & {
  connections: RTCPeerConnection[];
  counts: { receivedBytes: number; connectionCount: number; hasShownReconnecting: boolean };
};
const readCounts = (page: Page) => page.evaluate(() => (window as unknown as WatchedWindow).counts);

/** Closes the connection on this side without signalling, like a crash. */
const breakConnection = (page: Page) =>
  page.evaluate(() => (window as unknown as WatchedWindow).connections.at(-1)?.close());

for (const broken of ['sender', 'receiver'] as const) {
  test(`[TRF-26] a transfer reconnects and resumes after the ${broken}’s connection broke @long`, async ({
    pair,
    largeFile,
  }) => {
    const { sender, receiver } = pair;
    for (const page of [sender, receiver]) await page.evaluate(watchConnections);
    const path = await largeFile('film.mkv', bytes);
    const { download } = await startTransfer(pair, path);
    await breakConnection(pair[broken]);
    expect(await sha256OfDownload(await download)).toBe(await sha256OfFile(path));
    await expect(transferState(sender, 'Done')).toBeVisible();
    await expect(transferState(receiver, 'Done')).toBeVisible();
    expect((await readCounts(sender)).hasShownReconnecting).toBe(true);
    const { receivedBytes, connectionCount, hasShownReconnecting } = await readCounts(receiver);
    expect(hasShownReconnecting).toBe(true);
    expect(connectionCount).toBeGreaterThan(1);
    // Only the bytes that were in flight are sent again.
    expect(receivedBytes).toBeLessThan(bytes + 16_000_000);
  });
}

test('[TRF-26] a transfer resumes after the receiver reloads the page, in one of two tabs @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver, chatId } = pair;
  await sender.evaluate(watchConnections);
  const path = await largeFile('film.mkv', bytes);
  await startTransfer(pair, path);
  await expect.poll(() => readPercent(receiver)).toBeGreaterThan(20);
  receiver.on('dialog', (confirmation) => void confirmation.accept());
  const download = receiver.waitForEvent('download', { timeout: 4 * deadlineMs });
  await receiver.reload();
  await receiver.evaluate(watchConnections);
  await expect(dialog(receiver).getByText('film.mkv')).toBeVisible();
  const secondTab = await receiver.context().newPage();
  await secondTab.goto(`/chat/${chatId}`);
  expect(await sha256OfDownload(await download)).toBe(await sha256OfFile(path));
  await expect(transferState(sender, 'Done')).toBeVisible();
  await expect(transferState(receiver, 'Done')).toBeVisible();
  expect((await readCounts(sender)).hasShownReconnecting).toBe(true);
  await closeDialog(sender);
  await expect(transferRecord(sender, 'completed')).toHaveCount(1);
  expect((await readCounts(receiver)).receivedBytes).toBeLessThan(bytes * 0.9);
  await expect(transferRecord(secondTab, 'completed')).toHaveCount(1);
  await expect(dialog(secondTab)).toBeHidden();

  await secondTab.close();
  await receiver.reload();
  const saved = receiver.waitForEvent('download');
  await dialogButton(receiver, 'Save film.mkv').click();
  expect(await sha256OfDownload(await saved)).toBe(await sha256OfFile(path));
  await closeDialog(receiver);
  await receiver.reload();
  await expect(receiver.getByRole('button', { name: 'Send a file', exact: true })).toBeVisible();
  await expect(dialog(receiver)).toBeHidden();
});

test('[TRF-26] a reload of the sender cancels the transfer on both sides, with one entry in the chat @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver } = pair;
  await startTransfer(pair, await largeFile('film.mkv', bytes));
  sender.on('dialog', (confirmation) => void confirmation.accept());
  await sender.reload();
  await expect(transferState(receiver, 'Cancelled')).toBeVisible();
  await expect(transferRecord(sender, 'cancelled')).toHaveCount(1);
  await closeDialog(receiver);
  await expect(transferRecord(receiver, 'cancelled')).toHaveCount(1);
  await sender.reload();
  await expect(transferRecord(sender, 'cancelled')).toHaveCount(1);
});

test('[TRF-26] a running transfer continues while the server is down @long', async ({ pair, largeFile, backend }) => {
  const { sender, receiver } = pair;
  await receiver.evaluate(watchConnections);
  const path = await largeFile('film.mkv', bytes);
  const { download } = await startTransfer(pair, path);
  await backend.server.kill();
  const before = await readPercent(receiver);
  await expect.poll(() => readPercent(receiver)).toBeGreaterThan(before);
  await backend.server.restart();
  expect(await sha256OfDownload(await download)).toBe(await sha256OfFile(path));
  await expect(transferState(sender, 'Done')).toBeVisible();
  expect((await readCounts(receiver)).connectionCount).toBe(1);
  await closeDialog(sender);
  await expect(transferRecord(sender, 'completed')).toHaveCount(1, { timeout: 2 * deadlineMs });
});
