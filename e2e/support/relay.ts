import { startCoturn } from './coturn.ts';
import { test as base } from './fixtures.ts';

type Coturn = Awaited<ReturnType<typeof startCoturn>>;

/** A TURN relay, and a server that is configured with it. */
export const test = base.extend<object, { coturn: Coturn }>({
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

/** Restricts the peer connections that the page opens to relayed candidates. Runs in the page. */
export function useRelayOnly(): void {
  const Original = RTCPeerConnection;
  class RelayedPeerConnection extends Original {
    constructor(configuration: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: 'relay' });
    }
  }
  Object.assign(window, { RTCPeerConnection: RelayedPeerConnection });
}
