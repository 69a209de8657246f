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

/** Direct ways to everybody in the call, as far as there are any. */
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
    /** Looks for a way anew, where there is none: what was said before may be lost. */
    mend: (userId: UserId) => ways.get(userId)?.mend(),
    receive: (userId: UserId, given: ConnectionSignal) => {
      const signal = upgradeSignal(given);
      if (signal) ways.get(userId)?.receive(signal);
    },
    /** Whether somebody's sound arrives directly just now. Asked once for each piece that came by the server. */
    isFlowing: (userId: UserId) => ways.get(userId)?.current()?.hasNews() ?? false,
    /** What everybody hears of us; null: nothing at all. */
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

/** From a cable to the air, or into another room. */
function followNetwork(onChange: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: EventTarget };
  window.addEventListener('online', onChange);
  connection?.addEventListener('change', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    connection?.removeEventListener('change', onChange);
  };
}
