import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { toast } from './support/conversation.ts';
import {
  becomePlainPeer,
  isSecondClosed,
  leavePlainly,
  plainlyReceived,
  receivePlainly,
  sendPlainly,
} from './support/plain-peer.ts';
import {
  accept,
  aFile,
  closeDialog,
  dialog,
  expect,
  hashOf,
  hashOfDownload,
  history,
  keptFolders,
  pick,
  button,
  state,
  test,
} from './support/transfer.ts';

const sevens = (count: number) => Buffer.alloc(count, 7);
const hashMessage = (bytes: Buffer) =>
  JSON.stringify({ type: 'hash', file: 0, sha256: createHash('sha256').update(bytes).digest('hex') });

test('[TRF-30] a file from a peer of another make arrives @long', async ({
  pair: { sender, receiver, bob },
  people,
}) => {
  await becomePlainPeer(sender);
  const { id } = await people.acting(bob);
  await sendPlainly(sender, { targetId: id, offer: { name: 'plain.bin', size: 100_000 }, byteCount: 100_000 });
  const { download } = await accept(receiver);
  expect((await download).suggestedFilename()).toBe('plain.bin');
  expect(await hashOfDownload(await download)).toBe(hashOf(sevens(100_000)));
  await expect(state(receiver, 'Done')).toBeVisible();
});

test('[TRF-30] a peer of another make that goes as soon as it has sent everything loses nothing @long', async ({
  pair: { sender, receiver, bob },
  people,
}) => {
  // Checking takes longer than it takes to learn that the other side has gone.
  await slowDownChecking(receiver);
  await becomePlainPeer(sender);
  const { id } = await people.acting(bob);
  const offer = { name: 'plain.bin', size: 100_000 };
  await sendPlainly(sender, { targetId: id, offer, byteCount: 100_000 });
  const checking = receiver.waitForEvent('console', (message) => message.text() === 'checking');
  const { download } = await accept(receiver);
  await checking;
  await leavePlainly(sender);
  expect(await hashOfDownload(await download)).toBe(hashOf(sevens(100_000)));
  await expect(state(receiver, 'Done')).toBeVisible();
});

async function slowDownChecking(page: Page) {
  await page.route('**/assets/file-sink*.js', async (route) => {
    const response = await route.fetch();
    const slow = `{
      const { flush } = FileSystemSyncAccessHandle.prototype;
      FileSystemSyncAccessHandle.prototype.flush = function () {
        console.log('checking');
        for (const end = Date.now() + 6000; Date.now() < end;);
        flush.call(this);
      };
    }`;
    await route.fulfill({ response, body: `${slow}${await response.text()}` });
  });
}

test('[TRF-25] a second channel is closed, and nothing of it gets into the file @long', async ({
  pair: { sender, receiver, bob },
  people,
}) => {
  await becomePlainPeer(sender);
  const { id } = await people.acting(bob);
  const offer = { name: 'plain.bin', size: 100_000 };
  await sendPlainly(sender, { targetId: id, offer, byteCount: 100_000, hasSecondChannel: true });
  const { download } = await accept(receiver);
  expect(await hashOfDownload(await download)).toBe(hashOf(sevens(100_000)));
  await expect(state(receiver, 'Done')).toBeVisible();
  await expect.poll(() => isSecondClosed(sender)).toBe(true);
});

test('[TRF-30] a peer of another make gets the chunks and the end, nothing else, and the first file only @long', async ({
  pair: { sender, receiver },
}) => {
  await becomePlainPeer(receiver);
  await receivePlainly(receiver);
  const file = aFile('first.bin', 3_000_001);
  await pick(sender, [file, aFile('second.bin', 10)]);
  await button(sender, 'Send request').click();
  await expect(state(sender, 'Done')).toBeVisible();
  const sum = file.buffer.reduce((total, byte) => total + byte, 0);
  await expect
    .poll(() => plainlyReceived(receiver))
    .toEqual({ byteCount: 3_000_001, sum, texts: ['END'], largestChunk: 8192 });
  await expect(toast(sender, 'Only the first file was sent')).toBeVisible();
  await closeDialog(sender);
  await expect(history(sender, 'completed')).toHaveCount(1);
});

const refused = [
  ['fewer bytes than were announced', { size: 50_000, byteCount: 40_000, canResume: false }],
  ['more bytes than were announced', { size: 50_000, byteCount: 60_000, canResume: false }],
] as const;

for (const [what, { size, byteCount }] of refused) {
  test(`[TRF-25] ${what} are refused, and nothing is kept @long`, async ({
    pair: { sender, receiver, bob },
    people,
  }) => {
    await becomePlainPeer(sender);
    const { id } = await people.acting(bob);
    const downloads: unknown[] = [];
    receiver.on('download', (download) => downloads.push(download));
    await sendPlainly(sender, { targetId: id, offer: { name: 'plain.bin', size }, byteCount });
    await accept(receiver);
    await expect(state(receiver, 'Cancelled')).toBeVisible();
    await expect(toast(receiver, 'The file did not arrive as it was sent, so it was not kept')).toBeVisible();
    await expect.poll(() => keptFolders(receiver)).toEqual([]);
    expect(downloads).toEqual([]);
  });
}

for (const [what, lastWords] of [
  ['another hash', hashMessage(sevens(49_999))],
  ['no hash', undefined],
] as const) {
  test(`[TRF-25] the right number of bytes with ${what} is refused, and nothing is kept @long`, async ({
    pair: { sender, receiver, bob },
    people,
  }) => {
    await becomePlainPeer(sender);
    const { id } = await people.acting(bob);
    const downloads: unknown[] = [];
    receiver.on('download', (download) => downloads.push(download));
    const offer = { name: 'plain.bin', size: 50_000, canResume: true };
    await sendPlainly(sender, { targetId: id, offer, byteCount: 50_000, ...(lastWords && { lastWords }) });
    await accept(receiver);
    await expect(state(receiver, 'Cancelled')).toBeVisible();
    await expect(toast(receiver, "Can't receive file")).toBeVisible();
    await expect.poll(() => keptFolders(receiver)).toEqual([]);
    expect(downloads).toEqual([]);
  });
}

test('[TRF-23] somebody who went offline meanwhile is told to the sender @long', async ({
  pair: { sender, receiver },
}) => {
  await pick(sender, aFile('a.txt', 10));
  await receiver.close();
  await expect(sender.getByText('Offline').first()).toBeAttached();
  await button(sender, 'Send request').click();
  await expect(toast(sender, 'File transfer error')).toBeVisible();
  await expect(toast(sender, 'The receiver is not online')).toBeVisible();
  await expect(state(sender, 'Cancelled')).toBeVisible();
  await expect(dialog(sender).getByText('The receiver is not online.').last()).toBeVisible();
});
