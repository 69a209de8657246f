import type { ConnectionControl, ConnectionSignal, UserId } from '@chat-app/contract';
import type { IceServerSource } from '../../../rtc/ice-servers.ts';
import { encodingsFor } from '../video/encodings.ts';
import type { VideoEncodings } from '../video/encodings.ts';
import { createDirectPath } from './direct-path.ts';
import type { DirectPath } from './direct-path.ts';
import { createMeshStats } from './mesh-stats.ts';
import type { MeshStatsOptions } from './mesh-stats.ts';
import { noMedia } from './media-source.ts';
import type { MediaSource } from './media-source.ts';

interface MeshOptions extends Omit<MeshStatsOptions, 'paths'> {
  readonly myId: UserId;
  readonly iceServers: IceServerSource;
  readonly send: (userId: UserId, signal: ConnectionSignal) => void;
  readonly onTrack: (userId: UserId, source: MediaSource, track: MediaStreamTrack) => void;
  readonly onConnected: (userId: UserId) => void;
  readonly onLost: (userId: UserId) => void;
}

export type Mesh = ReturnType<typeof createMesh>;

/** The direct paths to all participants of the call. */
export function createMesh(options: MeshOptions) {
  const { myId, iceServers } = options;
  const pathByUser = new Map<UserId, DirectPath>();
  let outgoing = noMedia;
  let encodingsOf: (receiverId: UserId) => VideoEncodings = () =>
    encodingsFor({ receiverCount: 1, cameraCount: 1, isScreenShared: false });

  function removeParticipant(userId: UserId) {
    pathByUser.get(userId)?.close();
    pathByUser.delete(userId);
  }

  const stats = createMeshStats({ ...options, paths: () => Array.from(pathByUser) });
  const stopFollowing = followNetwork(() => pathByUser.forEach((path) => path.reconnect()));

  return {
    removeParticipant,
    addParticipant: (userId: UserId) => {
      removeParticipant(userId);
      const path = createDirectPath({
        isPolite: myId > userId,
        iceServers,
        outgoing,
        encodings: encodingsOf(userId),
        send: (signal) => options.send(userId, signal),
        onTrack: (source, track) => options.onTrack(userId, source, track),
        onConnected: () => options.onConnected(userId),
        onLost: () => options.onLost(userId),
      });
      pathByUser.set(userId, path);
    },
    /** Restarts a failed connection, because earlier signals may be lost. */
    reconnect: (userId: UserId) => pathByUser.get(userId)?.resume(),
    receive: (userId: UserId, given: ConnectionSignal) => {
      const [signal, path] = [upgradeSignal(given), pathByUser.get(userId)];
      if (signal && isJoined(signal)) path?.setVideoKnown('knowsVideo' in signal.control);
      if (signal) path?.receive(signal);
    },
    /** Whether the participant's audio currently arrives directly. Called once per relayed chunk. */
    isReceivingFrom: (userId: UserId) => pathByUser.get(userId)?.current()?.hasNewAudio() ?? false,
    /** The track sent to every participant; null sends nothing. */
    setTrack: (source: MediaSource, next: MediaStreamTrack | null) => {
      outgoing = { ...outgoing, [source]: next };
      pathByUser.forEach((path) => path.setTrack(source, next));
    },
    setEncodings: (next: (receiverId: UserId) => VideoEncodings) => {
      encodingsOf = next;
      pathByUser.forEach((path, userId) => path.setEncodings(next(userId)));
    },
    latestStats: stats.latest,
    /** Four emoji to compare with the participant; null without a direct connection. */
    verificationOf: (userId: UserId) => {
      const path = pathByUser.get(userId);
      return path?.isDirect() ? (path.current()?.verification() ?? null) : null;
    },
    close: () => {
      stats.close();
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

const isJoined = (signal: ConnectionSignal): signal is Extract<ConnectionSignal, { control: unknown }> =>
  'control' in signal && signal.control.connection === 'joined';

/** Pages of the previous release send these words as the SDP of an artificial `rollback`. */
const controlByWord: Readonly<Record<string, ConnectionControl>> = { '': 'relay', hello: 'joined', again: 'restart' };

/** Converts a signal to its current form; null if unknown. Remove one release later, with the contract's `rollback`. */
function upgradeSignal(signal: ConnectionSignal): ConnectionSignal | null {
  if (!('description' in signal) || signal.description.type !== 'rollback') return signal;
  const connection = controlByWord[signal.description.sdp];
  return connection ? { control: { connection } } : null;
}
