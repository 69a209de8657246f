interface ConnectionWatchOptions {
  /** Only one of the two peers restarts ICE; simultaneous restarts would collide. */
  readonly canRestart: boolean;
  readonly restartIce: () => void;
  readonly onConnected: () => void;
  readonly onLost: () => void;
  /** This side detected the loss; the peer may not know yet. */
  readonly onLossDetected: () => void;
}

export interface ConnectionWatch {
  setState: (state: RTCPeerConnectionState) => void;
  /** The peer reports the connection as lost, whatever its local state. */
  handlePeerLoss: () => void;
  /** A new peer connection replaces the current one. */
  reset: () => void;
  isConnected: () => boolean;
  close: () => void;
}

/** How long a connection may take before it counts as lost. */
const connectTimeoutMs = 3_000;
const restartEveryMs = 30_000;
/** A connection that the peer reported as lost counts again after it stays connected for this long. */
const recoveryMs = 5_000;

/** Decides when a connection counts as connected and when as lost, and restarts ICE while it is lost. */
export function createConnectionWatch(options: ConnectionWatchOptions): ConnectionWatch {
  const { canRestart, restartIce, onConnected, onLost, onLossDetected } = options;
  let state: RTCPeerConnectionState = 'new';
  let verdict: 'pending' | 'connected' | 'lost' = 'pending';
  let recovery: ReturnType<typeof setTimeout> | undefined;

  function detectLoss() {
    if (verdict === 'lost') return;
    verdict = 'lost';
    onLossDetected();
    onLost();
  }

  function handleConnected() {
    if (verdict === 'connected') return;
    verdict = 'connected';
    onConnected();
  }

  const connectTimeout = setTimeout(() => verdict === 'pending' && detectLoss(), connectTimeoutMs);
  const retry = setInterval(() => {
    if (canRestart && verdict === 'lost' && state !== 'connected') restartIce();
  }, restartEveryMs);

  return {
    setState: (next) => {
      state = next;
      clearTimeout(recovery);
      if (next === 'connected') return handleConnected();
      if (next !== 'disconnected' && next !== 'failed') return;
      detectLoss();
      if (next === 'disconnected' && canRestart) restartIce();
    },
    handlePeerLoss: () => {
      verdict = 'lost';
      onLost();
      clearTimeout(recovery);
      recovery = setTimeout(() => state === 'connected' && handleConnected(), recoveryMs);
    },
    reset: () => {
      state = 'new';
      clearTimeout(recovery);
      if (verdict !== 'connected') return;
      verdict = 'lost';
      onLost();
    },
    isConnected: () => state === 'connected',
    close: () => {
      clearTimeout(connectTimeout);
      clearTimeout(recovery);
      clearInterval(retry);
    },
  };
}
