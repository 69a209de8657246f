import type { ConnectionControl, ConnectionSignal, UserId } from '@chat-app/contract';
import type { IceServerSource } from '../../../rtc/ice-servers.ts';
import { createDirectPath } from './direct-path.ts';
import type { DirectPath } from './direct-path.ts';

interface MeshOptions {
  readonly myId: UserId;
  readonly iceServers: IceServerSource;
  readonly send: (userId: UserId, signal: ConnectionSignal) => void;
  readonly onTrack: (userId: UserId, track: MediaStreamTrack) => void;
  readonly onConnected: (userId: UserId) => void;
  readonly onLost: (userId: UserId) => void;
  readonly onRoundTrip: (userId: UserId, ms: number) => void;
}

const statsEveryMs = 2_000;

/** The direct paths to all participants of the call. */
export function createMesh(options: MeshOptions) {
  const { myId, iceServers } = options;
  const pathByUser = new Map<UserId, DirectPath>();
  let track: MediaStreamTrack | null = null;

  function removeParticipant(userId: UserId) {
    pathByUser.get(userId)?.close();
    pathByUser.delete(userId);
  }

  async function measureRoundTrip([userId, path]: [UserId, DirectPath]) {
    const stats = await path
      .current()
      ?.readStats()
      .catch(() => null);
    const ms = stats?.roundTripMs ?? null;
    if (ms !== null && pathByUser.get(userId) === path) options.onRoundTrip(userId, ms);
  }

  const statsTimer = setInterval(
    () => Array.from(pathByUser).forEach((entry) => void measureRoundTrip(entry)),
    statsEveryMs,
  );
  const stopFollowing = followNetwork(() => pathByUser.forEach((path) => path.reconnect()));

  return {
    removeParticipant,
    addParticipant: (userId: UserId) => {
      removeParticipant(userId);
      const path = createDirectPath({
        isPolite: myId > userId,
        iceServers,
        track,
        send: (signal) => options.send(userId, signal),
        onTrack: (remote) => options.onTrack(userId, remote),
        onConnected: () => options.onConnected(userId),
        onLost: () => options.onLost(userId),
      });
      pathByUser.set(userId, path);
    },
    /** Restarts a failed connection, because earlier signals may be lost. */
    reconnect: (userId: UserId) => pathByUser.get(userId)?.reconnect(),
    receive: (userId: UserId, given: ConnectionSignal) => {
      const signal = upgradeSignal(given);
      if (signal) pathByUser.get(userId)?.receive(signal);
    },
    /** Whether the participant's audio currently arrives directly. Called once per relayed chunk. */
    isReceivingFrom: (userId: UserId) => pathByUser.get(userId)?.current()?.hasNewAudio() ?? false,
    /** The track sent to every participant; null sends nothing. */
    setTrack: (next: MediaStreamTrack | null) => {
      track = next;
      pathByUser.forEach((path) => path.setTrack(next));
    },
    close: () => {
      clearInterval(statsTimer);
      stopFollowing();
      Array.from(pathByUser.keys()).forEach(removeParticipant);
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

/** Pages of the previous release send these words as the SDP of an artificial `rollback`. */
const controlByWord: Readonly<Record<string, ConnectionControl>> = { '': 'relay', hello: 'joined', again: 'restart' };

/** Converts a signal to its current form; null if unknown. Remove one release later, with the contract's `rollback`. */
function upgradeSignal(signal: ConnectionSignal): ConnectionSignal | null {
  if (!('description' in signal) || signal.description.type !== 'rollback') return signal;
  const connection = controlByWord[signal.description.sdp];
  return connection ? { control: { connection } } : null;
}
