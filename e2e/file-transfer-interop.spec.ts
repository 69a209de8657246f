import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { toast } from './support/chat.ts';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialog,
  dialogButton,
  expect,
  listStoredFolders,
  pickFiles,
  sha256,
  sha256OfDownload,
  test,
  transferRecord,
  transferState,
} from './support/file-transfer.ts';
import { openMinimalPeer } from './support/minimal-peer.ts';

const sevens = (count: number) => Buffer.alloc(count, 7);
const hashMessage = (bytes: Buffer) =>
  JSON.stringify({ type: 'hash', file: 0, sha256: createHash('sha256').update(bytes).digest('hex') });

test('[TRF-30] a file from a third-party client arrives @long', async ({ pair: { sender, receiver, bob }, users }) => {
  const peer = await openMinimalPeer(sender);
  const { id } = await users.apiClient(bob);
  await peer.sendFile({ targetId: id, offer: { name: 'plain.bin', size: 100_000 }, byteCount: 100_000 });
  const { download } = await acceptTransfer(receiver);
  expect((await download).suggestedFilename()).toBe('plain.bin');
  expect(await sha256OfDownload(await download)).toBe(sha256(sevens(100_000)));
  await expect(transferState(receiver, 'Done')).toBeVisible();
});

test('[TRF-30] a third-party client can disconnect as soon as it has sent everything @long', async ({
  pair: { sender, receiver, bob },
  users,
}) => {
  // The verification takes longer than the notification that the peer has disconnected.
  await slowDownVerification(receiver);
  const peer = await openMinimalPeer(sender);
  const { id } = await users.apiClient(bob);
  const offer = { name: 'plain.bin', size: 100_000 };
  await peer.sendFile({ targetId: id, offer, byteCount: 100_000 });
  const verifying = receiver.waitForEvent('console', (message) => message.text() === 'verifying');
  const { download } = await acceptTransfer(receiver);
  await verifying;
  await peer.disconnect();
  expect(await sha256OfDownload(await download)).toBe(sha256(sevens(100_000)));
  await expect(transferState(receiver, 'Done')).toBeVisible();
});

async function slowDownVerification(page: Page) {
  await page.route('**/assets/file-sink*.js', async (route) => {
    const response = await route.fetch();
    const slow = `{
      const { flush } = FileSystemSyncAccessHandle.prototype;
      FileSystemSyncAccessHandle.prototype.flush = function () {
        console.log('verifying');
        for (const end = Date.now() + 6000; Date.now() < end;);
        flush.call(this);
      };
    }`;
    await route.fulfill({ response, body: `${slow}${await response.text()}` });
  });
}

test('[TRF-25] a second data channel is closed, and its bytes do not get into the file @long', async ({
  pair: { sender, receiver, bob },
  users,
}) => {
  const peer = await openMinimalPeer(sender);
  const { id } = await users.apiClient(bob);
  const offer = { name: 'plain.bin', size: 100_000 };
  await peer.sendFile({ targetId: id, offer, byteCount: 100_000, hasSecondChannel: true });
  const { download } = await acceptTransfer(receiver);
  expect(await sha256OfDownload(await download)).toBe(sha256(sevens(100_000)));
  await expect(transferState(receiver, 'Done')).toBeVisible();
  await expect.poll(() => peer.isSecondChannelClosed()).toBe(true);
});

test('[TRF-30] a third-party client receives only the chunks and the end marker of the first file @long', async ({
  pair: { sender, receiver },
}) => {
  const peer = await openMinimalPeer(receiver);
  await peer.acceptFiles();
  const file = createFile('first.bin', 3_000_001);
  await pickFiles(sender, [file, createFile('second.bin', 10)]);
  await dialogButton(sender, 'Send request').click();
  await expect(transferState(sender, 'Done')).toBeVisible();
  const sum = file.buffer.reduce((total, byte) => total + byte, 0);
  await expect.poll(() => peer.received()).toEqual({ byteCount: 3_000_001, sum, texts: ['END'], largestChunk: 8192 });
  await expect(toast(sender, 'Only the first file was sent')).toBeVisible();
  await closeDialog(sender);
  await expect(transferRecord(sender, 'completed')).toHaveCount(1);
});

const rejectedSizes = [
  ['fewer bytes than were announced', { size: 50_000, byteCount: 40_000, canResume: false }],
  ['more bytes than were announced', { size: 50_000, byteCount: 60_000, canResume: false }],
] as const;

for (const [what, { size, byteCount }] of rejectedSizes) {
  test(`[TRF-25] ${what} are rejected, and nothing is stored @long`, async ({
    pair: { sender, receiver, bob },
    users,
  }) => {
    const peer = await openMinimalPeer(sender);
    const { id } = await users.apiClient(bob);
    const downloads: unknown[] = [];
    receiver.on('download', (download) => downloads.push(download));
    await peer.sendFile({ targetId: id, offer: { name: 'plain.bin', size }, byteCount });
    await acceptTransfer(receiver);
    await expect(transferState(receiver, 'Cancelled')).toBeVisible();
    await expect(toast(receiver, 'The file did not arrive as it was sent, so it was not kept')).toBeVisible();
    await expect.poll(() => listStoredFolders(receiver)).toEqual([]);
    expect(downloads).toEqual([]);
  });
}

for (const [what, finalText] of [
  ['another hash', hashMessage(sevens(49_999))],
  ['no hash', undefined],
] as const) {
  test(`[TRF-25] the right number of bytes with ${what} is rejected, and nothing is stored @long`, async ({
    pair: { sender, receiver, bob },
    users,
  }) => {
    const peer = await openMinimalPeer(sender);
    const { id } = await users.apiClient(bob);
    const downloads: unknown[] = [];
    receiver.on('download', (download) => downloads.push(download));
    const offer = { name: 'plain.bin', size: 50_000, canResume: true };
    await peer.sendFile({ targetId: id, offer, byteCount: 50_000, ...(finalText && { finalText }) });
    await acceptTransfer(receiver);
    await expect(transferState(receiver, 'Cancelled')).toBeVisible();
    await expect(toast(receiver, "Can't receive file")).toBeVisible();
    await expect.poll(() => listStoredFolders(receiver)).toEqual([]);
    expect(downloads).toEqual([]);
  });
}

test('[TRF-23] the sender sees that the receiver has gone offline @long', async ({ pair: { sender, receiver } }) => {
  await pickFiles(sender, createFile('a.txt', 10));
  await receiver.close();
  await expect(sender.getByText('Offline').first()).toBeAttached();
  await dialogButton(sender, 'Send request').click();
  await expect(toast(sender, 'File transfer error')).toBeVisible();
  await expect(toast(sender, 'The receiver is not online')).toBeVisible();
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
  await expect(dialog(sender).getByText('The receiver is not online.').last()).toBeVisible();
});
