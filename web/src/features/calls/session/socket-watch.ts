import { useConnection } from '../../../state/connection.ts';

interface SocketWatchOptions {
  readonly onConnected: (how: { readonly wasAsleep: boolean }) => void;
  readonly onDisconnected: () => void;
  /** The connection changed, or was replaced by another one. */
  readonly onChange: () => void;
}

/** Shorter than in a chat, because a call cannot wait as long. */
const retryEveryMs = 2_500;
/** A timer that is this late means that the device slept or the page was frozen. */
const asleepMs = 10_000;
/** How long after waking up a connection that broke during sleep may be detected. */
const detectionMs = 30_000;

/** Watches whether this tab reaches the server, and retries while it does not. Returns the disposer. */
export function watchSocket({ onConnected, onDisconnected, onChange }: SocketWatchOptions): () => void {
  let isConnected = false;
  let [tickedAt, wokeAt, disconnectedAt] = [Date.now(), -Infinity, -Infinity];

  function detectSleep() {
    const now = Date.now();
    if (now - tickedAt > asleepMs) wokeAt = now;
    tickedAt = now;
  }

  function update() {
    detectSleep();
    onChange();
    const isNowConnected = useConnection.getState().phase === 'connected';
    if (isNowConnected === isConnected) return undefined;
    isConnected = isNowConnected;
    if (!isConnected) {
      disconnectedAt = Date.now();
      return onDisconnected();
    }
    const wasAsleep = wokeAt > disconnectedAt - detectionMs;
    wokeAt = -Infinity;
    return onConnected({ wasAsleep });
  }

  const timer = setInterval(() => {
    detectSleep();
    if (!isConnected) useConnection.getState().tryNow();
  }, retryEveryMs);
  const unsubscribe = useConnection.subscribe(update);
  update();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
