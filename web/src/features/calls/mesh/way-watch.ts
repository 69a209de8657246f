interface WayWatchParts {
  /** Only one of the two peers restarts ICE; simultaneous restarts would collide. */
  readonly canRestart: boolean;
  readonly restart: () => void;
  readonly onFound: () => void;
  readonly onLost: () => void;
  /** This side detected the loss; the peer may not know yet. */
  readonly onGivenUp: () => void;
}

export interface WayWatch {
  setState: (state: RTCPeerConnectionState) => void;
  /** The peer reports the connection as lost, whatever its local state. */
  toldLost: () => void;
  /** A new peer connection replaces the current one. */
  startOver: () => void;
  isConnected: () => boolean;
  close: () => void;
}

/** How long a direct connection may take before the call continues without one. */
export const firstTryMs = 3_000;
const retryMs = 30_000;
/** A connection that the peer reported as lost counts as found after it stays connected for this long. */
const trustAgainMs = 5_000;

/** Decides when a direct path counts as found and when as lost. */
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
