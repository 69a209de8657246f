import { useConnection } from '../../state/connection.ts';

interface LineWatchParts {
  readonly onUp: (how: { readonly wasAsleep: boolean }) => void;
  readonly onDown: () => void;
  /** Something about the connection changed; it may be another one. */
  readonly onChange: () => void;
}

/** In a call nobody waits as long as a chat can. */
const tryEveryMs = 2_500;
/** No timer is so late by itself: the device slept, or the page was frozen. */
const asleepMs = 10_000;
/** Connections that broke in one's sleep are noticed some time after waking up. */
const noticeMs = 30_000;

/** Whether this tab reaches the server. While it does not, it is tried again and again. Returns how to stop. */
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
