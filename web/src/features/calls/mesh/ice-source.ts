import type { IceServer } from '@chat-app/contract';

/** The server lends its relays for an hour; a way that is looked for with older words is refused there. */
const freshForMs = 50 * 60_000;

/** Where to ask for a way, read again when what we know gets old. */
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
      // What is old may still do, and between two in one house nothing is needed.
    }
    asking = null;
  }

  return async () => {
    if (Date.now() >= freshUntil) await (asking ??= ask());
    return known;
  };
}
