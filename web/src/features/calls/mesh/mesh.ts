import type { ConnectionSignal, IceServer, UserId } from '@chat-app/contract';
import { createDirectWay } from './direct-way.ts';
import type { DirectWay } from './direct-way.ts';
import { upgradeSignal } from './older-signals.ts';

interface MeshParts {
  readonly myId: UserId;
  readonly iceServers: () => Promise<readonly IceServer[]>;
  readonly send: (userId: UserId, signal: ConnectionSignal) => void;
  readonly onTrack: (userId: UserId, track: MediaStreamTrack) => void;
  readonly onFound: (userId: UserId) => void;
  readonly onLost: (userId: UserId) => void;
  readonly onRoundTrip: (userId: UserId, ms: number) => void;
}

const statsEveryMs = 2_000;

/** The direct paths to all participants of the call. */
export function createMesh(parts: MeshParts) {
  const { myId, iceServers } = parts;
  const ways = new Map<UserId, DirectWay>();
  let track: MediaStreamTrack | null = null;

  function part(userId: UserId) {
    ways.get(userId)?.close();
    ways.delete(userId);
  }

  async function measure([userId, way]: [UserId, DirectWay]) {
    const ms = await way
      .current()
      ?.roundTripMs()
      .catch(() => null);
    if (ms !== null && ms !== undefined && ways.get(userId) === way) parts.onRoundTrip(userId, ms);
  }

  const stats = setInterval(() => Array.from(ways).forEach((entry) => void measure(entry)), statsEveryMs);
  const stopFollowing = followNetwork(() => ways.forEach((way) => way.mend()));

  return {
    part,
    greet: (userId: UserId) => {
      part(userId);
      const way = createDirectWay({
        isPolite: myId > userId,
        iceServers,
        track,
        send: (signal) => parts.send(userId, signal),
        onTrack: (remote) => parts.onTrack(userId, remote),
        onFound: () => parts.onFound(userId),
        onLost: () => parts.onLost(userId),
      });
      ways.set(userId, way);
    },
    /** Restarts a failed connection, because earlier signals may be lost. */
    mend: (userId: UserId) => ways.get(userId)?.mend(),
    receive: (userId: UserId, given: ConnectionSignal) => {
      const signal = upgradeSignal(given);
      if (signal) ways.get(userId)?.receive(signal);
    },
    /** Whether the participant's audio currently arrives directly. Called once per relayed chunk. */
    isFlowing: (userId: UserId) => ways.get(userId)?.current()?.hasNews() ?? false,
    /** The track sent to every participant; null sends nothing. */
    setTrack: (next: MediaStreamTrack | null) => {
      track = next;
      ways.forEach((way) => way.setTrack(next));
    },
    close: () => {
      clearInterval(stats);
      stopFollowing();
      Array.from(ways.keys()).forEach(part);
    },
  };
}

/** Calls `onChange` when the network changes, for example from cable to Wi-Fi. */
function followNetwork(onChange: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: EventTarget };
  window.addEventListener('online', onChange);
  connection?.addEventListener('change', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    connection?.removeEventListener('change', onChange);
  };
}
