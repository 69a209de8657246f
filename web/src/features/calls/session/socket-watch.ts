import { useConnection } from '../../../state/connection.ts';

interface LineWatchParts {
  readonly onUp: (how: { readonly wasAsleep: boolean }) => void;
  readonly onDown: () => void;
  /** The connection changed, or was replaced by another one. */
  readonly onChange: () => void;
}

/** Shorter than in a chat, because a call cannot wait as long. */
const tryEveryMs = 2_500;
/** A timer that is this late means that the device slept or the page was frozen. */
const asleepMs = 10_000;
/** How long after waking up a connection that broke during sleep may be detected. */
const noticeMs = 30_000;

/** Watches whether this tab reaches the server, and retries while it does not. Returns the disposer. */
export function watchLine({ onUp, onDown, onChange }: LineWatchParts): () => void {
  let isUp = false;
  let [tickedAt, wokeAt, downAt] = [Date.now(), -Infinity, -Infinity];

  function look() {
    const now = Date.now();
    if (now - tickedAt > asleepMs) wokeAt = now;
    tickedAt = now;
  }

  function update() {
    look();
    onChange();
    const isNowUp = useConnection.getState().phase === 'connected';
    if (isNowUp === isUp) return undefined;
    isUp = isNowUp;
    if (!isUp) {
      downAt = Date.now();
      return onDown();
    }
    const wasAsleep = wokeAt > downAt - noticeMs;
    wokeAt = -Infinity;
    return onUp({ wasAsleep });
  }

  const timer = setInterval(() => {
    look();
    if (!isUp) useConnection.getState().tryNow();
  }, tryEveryMs);
  const unsubscribe = useConnection.subscribe(update);
  update();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
