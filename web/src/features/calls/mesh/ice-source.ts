import type { IceServer } from '@chat-app/contract';

/** TURN credentials are valid for an hour; the relay rejects older ones. */
const freshForMs = 50 * 60_000;

/** Caches the ICE servers and fetches them again before they expire. */
export function createIceSource(
  fetchServers: () => Promise<readonly IceServer[]>,
): () => Promise<readonly IceServer[]> {
  let known: readonly IceServer[] = [];
  let freshUntil = 0;
  let asking: Promise<void> | null = null;

  async function ask() {
    try {
      known = await fetchServers();
      freshUntil = Date.now() + freshForMs;
    } catch {
      // Expired servers may still work, and two peers in one local network need none.
    }
    asking = null;
  }

  return async () => {
    if (Date.now() >= freshUntil) await (asking ??= ask());
    return known;
  };
}
