import { type ClientId, recordTransfer } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { deadlineMs } from './support/deadline.ts';
import { toast } from './support/chat.ts';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialog,
  expect,
  readPercent,
  requestTransfer,
  sha256OfDownload,
  startTransfer,
  test,
  transferRecord,
  transferState,
} from './support/file-transfer.ts';

test.slow();

const bytes = 40_000_000;

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

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

test('[TRF-26] a transfer resumes after the receiver reloads the page @long', async ({ pair, largeFile }) => {
  const { sender, receiver } = pair;
  await sender.evaluate(watchConnections);
  const path = await largeFile('film.mkv', bytes);
  await startTransfer(pair, path);
  await expect.poll(() => readPercent(receiver)).toBeGreaterThan(20);
  receiver.on('dialog', (confirmation) => void confirmation.accept());
  const download = receiver.waitForEvent('download', { timeout: 4 * deadlineMs });
  await receiver.reload();
  await receiver.evaluate(watchConnections);
  await expect(dialog(receiver).getByText('film.mkv')).toBeVisible();
  expect(await sha256OfDownload(await download)).toBe(await sha256OfFile(path));
  await expect(transferState(sender, 'Done')).toBeVisible();
  await expect(transferState(receiver, 'Done')).toBeVisible();
  expect((await readCounts(sender)).hasShownReconnecting).toBe(true);
  await closeDialog(sender);
  await expect(transferRecord(sender, 'completed')).toHaveCount(1);
  expect((await readCounts(receiver)).receivedBytes).toBeLessThan(bytes * 0.9);
});

test('[TRF-26] one of two tabs that the receiver opens after a crash resumes the transfer @long', async ({
  pair,
  largeFile,
}) => {
  const { sender, receiver, chatId } = pair;
  const path = await largeFile('film.mkv', bytes);
  await startTransfer(pair, path);
  const context = receiver.context();
  await receiver.close();
  const tabs = [await context.newPage(), await context.newPage()];
  const downloads: Promise<string>[] = [];
  for (const tab of tabs) tab.on('download', (download) => downloads.push(sha256OfDownload(download)));
  await Promise.all(tabs.map((tab) => tab.goto(`/chat/${chatId}`)));
  await expect(transferState(sender, 'Done')).toBeVisible({ timeout: 2 * deadlineMs });
  await expect.poll(() => downloads.length).toBe(1);
  expect(await downloads[0]).toBe(await sha256OfFile(path));
  const shown = await Promise.all(tabs.map((tab) => dialog(tab).count()));
  expect(shown.toSorted()).toEqual([0, 1]);
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

test('[TRF-26] a transfer that cannot connect ends with the ICE error @long', async ({ pair }) => {
  const { sender, receiver } = pair;
  await sender.evaluate(() => {
    const Original = RTCPeerConnection;
    // Neither side accepts ICE candidates, so no pair can be checked.
    class WithoutCandidates extends Original {
      override addIceCandidate = async () => {};
    }
    Object.assign(window, { RTCPeerConnection: WithoutCandidates });
  });
  await receiver.evaluate(() => {
    const Original = RTCPeerConnection;
    class WithoutCandidates extends Original {
      override addIceCandidate = async () => {};
    }
    Object.assign(window, { RTCPeerConnection: WithoutCandidates });
  });
  await requestTransfer(sender, createFile('a.txt', 10));
  await acceptTransfer(receiver);
  await expect(toast(sender, 'ICE connection failed')).toBeVisible({ timeout: 3 * deadlineMs });
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
  await expect(transferState(receiver, 'Cancelled')).toBeVisible();
});

test('[TRF-21] a transfer that is recorded twice is one message in the chat @long', async ({ pair, users }) => {
  const { sender, receiver, ann, chatId } = pair;
  const annsApi = await users.apiClient(ann);
  const record = {
    fileName: 'a.txt',
    fileSize: 10,
    status: 'completed' as const,
    clientId: 'recorded-twice' as ClientId,
  };
  for (let time = 0; time < 2; time += 1)
    await annsApi.call(recordTransfer, { chatId, senderId: annsApi.id, ...record });
  for (const page of [sender, receiver]) await expect(transferRecord(page, 'completed')).toHaveCount(1);
});
