import type { UserId } from '@chat-app/contract';
import { readMediaSnapshot, serverStats, statsBetween } from '../../../rtc/media-stats.ts';
import type { MediaSnapshot, ParticipantStats } from '../../../rtc/media-stats.ts';
import { idleMachine, isLate, nextLoad } from '../../../rtc/machine-load.ts';
import { areMostBad, goodQuality, isBad, nextQuality } from '../../../rtc/quality.ts';
import type { CameraLoad } from '../video/camera-growth.ts';
import type { VideoSource } from '../video/remote-videos.ts';
import type { DirectPath } from './direct-path.ts';
import type { MediaConnection } from './media-connection.ts';

export interface MeshStatsOptions {
  readonly paths: () => readonly (readonly [UserId, DirectPath])[];
  readonly onRoundTrip: (userId: UserId, ms: number) => void;
  readonly onFrames: (userId: UserId, source: VideoSource, framesDecoded: number) => void;
  readonly onPoor: (isPoor: boolean) => void;
  /** This computer has become busy, or is no longer. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onLoad: (load: CameraLoad) => void;
  /** Whether the first frame of a participant is awaited, or the next one of a frozen picture. */
  readonly isAwaitingFrames: (userId: UserId) => boolean;
}

const statsEveryMs = 2_000;
/** A picture that arrives must not look missing for two seconds. */
const awaitedEveryMs = 500;

/** Reads the statistics of all direct connections while the call lasts. */
export function createMeshStats(options: MeshStatsOptions) {
  const snapshots = new WeakMap<MediaConnection, MediaSnapshot>();
  const statsByConnection = new WeakMap<MediaConnection, ParticipantStats>();
  let quality = goodQuality;
  let machine = idleMachine;
  let tick = 0;
  let tickedAtMs = Date.now();

  async function read(userId: UserId, path: DirectPath) {
    const connection = path.current();
    const report = await connection?.connection.getStats().catch(() => null);
    const snapshot = report && readMediaSnapshot(report);
    if (!connection || !snapshot || path.current() !== connection) return null;
    for (const source of ['camera', 'screen'] as const) {
      const video = snapshot.videoByMid.get(connection.midOf(source) ?? '');
      if (video) options.onFrames(userId, source, video.framesDecoded);
    }
    return { connection, snapshot };
  }

  function check(isNowBad: boolean) {
    machine = nextLoad(machine, isNowBad);
    options.onBusy(machine.isBusy);
  }

  async function measure(userId: UserId, path: DirectPath) {
    const result = await read(userId, path);
    if (!result) return null;
    const { connection, snapshot } = result;
    const stats = statsBetween(snapshots.get(connection) ?? null, snapshot);
    snapshots.set(connection, snapshot);
    statsByConnection.set(connection, stats);
    if (stats.roundTripMs !== null) options.onRoundTrip(userId, stats.roundTripMs);
    return { isPoor: isBad(stats, snapshot), isSending: snapshot.isSendingVideo, isShortOfCpu: snapshot.isShortOfCpu };
  }

  async function measureAll() {
    const results = await Promise.all(options.paths().map(([userId, path]) => measure(userId, path)));
    const measurements = results.filter((one) => one !== null);
    quality = nextQuality(quality, areMostBad(measurements.map(({ isPoor }) => isPoor)));
    options.onPoor(quality.isPoor);
    if (measurements.some(({ isShortOfCpu }) => isShortOfCpu)) check(true);
    options.onLoad({ isSending: measurements.some(({ isSending }) => isSending), isBusy: machine.isBusy });
  }

  async function readAwaited() {
    const awaited = options.paths().filter(([userId]) => options.isAwaitingFrames(userId));
    const results = await Promise.all(awaited.map(([userId, path]) => read(userId, path)));
    if (results.some((one) => one?.snapshot.isShortOfCpu)) check(true);
  }

  const timer = setInterval(() => {
    tick += 1;
    const now = Date.now();
    check(isLate(now - tickedAtMs, { everyMs: awaitedEveryMs, isHidden: document.hidden }));
    tickedAtMs = now;
    if (tick % (statsEveryMs / awaitedEveryMs) === 0) return void measureAll();
    return void readAwaited();
  }, awaitedEveryMs);

  return {
    /** The latest statistics of each participant. */
    latest: (): ReadonlyMap<UserId, ParticipantStats> =>
      new Map(
        options.paths().map(([userId, path]) => {
          const connection = path.isDirect() ? path.current() : null;
          return [userId, (connection && statsByConnection.get(connection)) ?? serverStats];
        }),
      ),
    close: () => clearInterval(timer),
  };
}
