interface WayWatchParts {
  /** Of two, one looks for a new way; two at once would only disturb each other. */
  readonly canRestart: boolean;
  readonly restart: () => void;
  readonly onFound: () => void;
  readonly onLost: () => void;
  /** It was us who noticed: the other side may not know. */
  readonly onGivenUp: () => void;
}

export interface WayWatch {
  setState: (state: RTCPeerConnectionState) => void;
  /** The other side no longer hears us, whatever it looks like from here. */
  toldLost: () => void;
  /** Another connection takes the place of the one so far. */
  startOver: () => void;
  isConnected: () => boolean;
  close: () => void;
}

/** So long a direct way may take; then the call goes on without one. */
export const firstTryMs = 3_000;
const retryMs = 30_000;
/** A way that stands again, though the other side once gave it up, counts again after this. */
const trustAgainMs = 5_000;

/** Decides when a direct way counts as found and when as lost. */
export function createWayWatch({ canRestart, restart, onFound, onLost, onGivenUp }: WayWatchParts): WayWatch {
  let state: RTCPeerConnectionState = 'new';
  let way: 'open' | 'found' | 'lost' = 'open';
  let trust: ReturnType<typeof setTimeout> | undefined;

  function lose() {
    if (way === 'lost') return;
    way = 'lost';
    onGivenUp();
    onLost();
  }

  function find() {
    if (way === 'found') return;
    way = 'found';
    onFound();
  }

  const firstTry = setTimeout(() => way === 'open' && lose(), firstTryMs);
  const retry = setInterval(() => {
    if (canRestart && way === 'lost' && state !== 'connected') restart();
  }, retryMs);

  return {
    setState: (next) => {
      state = next;
      clearTimeout(trust);
      if (next === 'connected') return find();
      if (next !== 'disconnected' && next !== 'failed') return;
      lose();
      if (next === 'disconnected' && canRestart) restart();
    },
    toldLost: () => {
      way = 'lost';
      onLost();
      clearTimeout(trust);
      trust = setTimeout(() => state === 'connected' && find(), trustAgainMs);
    },
    startOver: () => {
      state = 'new';
      clearTimeout(trust);
      if (way !== 'found') return;
      way = 'lost';
      onLost();
    },
    isConnected: () => state === 'connected',
    close: () => {
      clearTimeout(firstTry);
      clearTimeout(trust);
      clearInterval(retry);
    },
  };
}
