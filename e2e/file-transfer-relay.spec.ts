import { toast } from './support/chat.ts';
import { startCoturn } from './support/coturn.ts';
import {
  acceptTransfer,
  createFile,
  dialog,
  expect,
  requestTransfer,
  sha256,
  sha256OfDownload,
  startTransfer,
  test as base,
  transferState,
} from './support/file-transfer.ts';

type Coturn = Awaited<ReturnType<typeof startCoturn>>;

/** A TURN relay, and a server that is configured with it. */
const test = base.extend<object, { coturn: Coturn }>({
  coturn: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const coturn = await startCoturn();
      await use(coturn);
      await coturn.stop();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ coturn }, use) => use({ TURN_URL: coturn.url, TURN_SECRET: coturn.secret }),
    { scope: 'worker' },
  ],
});

/** Restricts the page's peer connections to relayed candidates. */
function useRelayOnly() {
  const Original = RTCPeerConnection;
  class RelayedPeerConnection extends Original {
    constructor(configuration: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: 'relay' });
    }
  }
  Object.assign(window, { RTCPeerConnection: RelayedPeerConnection });
}

test.slow();

test('[TRF-31] a file arrives unchanged over a TURN relay, and the dialog says that it is relayed @long', async ({
  pair,
}) => {
  const { sender, receiver } = pair;
  for (const page of [sender, receiver]) await page.evaluate(useRelayOnly);
  const file = createFile('a film.mkv', 25_000_000);
  const { download } = await startTransfer(pair, file);
  for (const page of [sender, receiver]) {
    await expect(dialog(page).getByText('Relayed through a server')).toBeVisible();
  }
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  await expect(transferState(sender, 'Done')).toBeVisible();
});

test('[TRF-26] a transfer resumes after the relay was killed and restarted @long', async ({ pair, coturn }) => {
  const { sender, receiver } = pair;
  for (const page of [sender, receiver]) await page.evaluate(useRelayOnly);
  const file = createFile('a film.mkv', 30_000_000);
  const { download } = await startTransfer(pair, file);
  await coturn.kill();
  for (const page of [sender, receiver]) {
    await expect(dialog(page).getByText('Reconnecting…').last()).toBeVisible({ timeout: 60_000 });
  }
  await coturn.restart();
  expect(await sha256OfDownload(await download)).toBe(sha256(file.buffer));
  await expect(transferState(sender, 'Done')).toBeVisible();
  await expect(transferState(receiver, 'Done')).toBeVisible();
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
    [sender, receiver].map((page) => expect(toast(page, 'ICE connection failed')).toBeVisible({ timeout: 90_000 })),
  );
  await expect(transferState(sender, 'Cancelled')).toBeVisible();
});
