import type { Page } from '@playwright/test';
import { toast } from './support/chat.ts';
import {
  acceptTransfer,
  closeDialog,
  createFile,
  dialogButton,
  expect,
  pickFiles,
  sha256,
  sha256OfDownload,
  test,
  transferRecord,
  transferState,
} from './support/file-transfer.ts';
import { openMinimalPeer } from './support/minimal-peer.ts';

test('[TRF-25] [TRF-30] the file of a third-party client arrives without the bytes of a second channel, although the client disconnects @long', async ({
  pair: { sender, receiver, bob },
  users,
}) => {
  // The verification takes longer than the notification that the peer has disconnected.
  await slowDownVerification(receiver);
  const peer = await openMinimalPeer(sender);
  const { id } = await users.apiClient(bob);
  await peer.sendFile({ targetId: id, name: 'plain.bin', size: 100_000 });
  const verifying = receiver.waitForEvent('console', (message) => message.text() === 'verifying');
  const { download } = await acceptTransfer(receiver);
  await verifying;
  await expect.poll(() => peer.isSecondChannelClosed()).toBe(true);
  await peer.disconnect();
  expect((await download).suggestedFilename()).toBe('plain.bin');
  expect(await sha256OfDownload(await download)).toBe(sha256(Buffer.alloc(100_000, 7)));
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
