import type { IceServer } from '@chat-app/contract';

export type IceServerSource = () => Promise<readonly IceServer[]>;

/** TURN credentials are valid for an hour; the relay rejects older ones. */
const freshForMs = 50 * 60_000;

/** Caches the ICE servers and fetches them again before they expire. */
export function createIceServerCache(fetchServers: IceServerSource): IceServerSource {
  let known: readonly IceServer[] = [];
  let freshUntil = 0;
  let fetching: Promise<void> | null = null;

  async function refresh() {
    try {
      known = await fetchServers();
      freshUntil = Date.now() + freshForMs;
    } catch {
      // Expired servers may still work, and two peers in one local network need none.
    }
    fetching = null;
  }

  return async () => {
    if (Date.now() >= freshUntil) await (fetching ??= refresh());
    return known;
  };
}
