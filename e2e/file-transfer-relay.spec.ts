import { mergeTests } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { toast } from './support/chat.ts';
import {
  acceptTransfer,
  createFile,
  dialog,
  expect,
  requestTransfer,
  sha256,
  sha256OfDownload,
  startTransfer,
  test as transferTest,
  transferState,
} from './support/file-transfer.ts';
import { test as relayTest, useRelayOnly } from './support/relay.ts';

const test = mergeTests(transferTest, relayTest);

test.slow();

test('[TRF-26] [TRF-31] a file arrives unchanged over a TURN relay, which the dialog names, also after the relay was killed and restarted @long', async ({
  pair,
  coturn,
}) => {
  const { sender, receiver } = pair;
  for (const page of [sender, receiver]) await page.evaluate(useRelayOnly);
  const file = createFile('a film.mkv', 30_000_000);
  const { download } = await startTransfer(pair, file);
  for (const page of [sender, receiver]) {
    await expect(dialog(page).getByText('Relayed through a server')).toBeVisible();
  }
  await coturn.kill();
  for (const page of [sender, receiver]) {
    await expect(dialog(page).getByText('Reconnecting…').last()).toBeVisible({ timeout: 2 * deadlineMs });
  }
  await coturn.restart();
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  for (const page of [sender, receiver]) await expect(transferState(page, 'Done')).toBeVisible();
});

test('[TRF-31] with the recommended configuration the relay refuses peers at internal addresses @long', async ({
  pair: { sender, receiver },
  coturn,
}) => {
  await coturn.kill();
  await coturn.restart({ mayReachLoopback: false });
  for (const page of [sender, receiver]) await page.evaluate(useRelayOnly);
  await requestTransfer(sender, createFile('a.txt', 10));
  await acceptTransfer(receiver);
  // The browser that gives up first shows the reason; the other one shows that the transfer was cancelled.
  await Promise.any(
    [sender, receiver].map((page) =>
      expect(toast(page, 'ICE connection failed')).toBeVisible({ timeout: 3 * deadlineMs }),
    ),
  );
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
});
