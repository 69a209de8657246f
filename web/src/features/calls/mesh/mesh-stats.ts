import type { UserId } from '@chat-app/contract';
import { readMediaSnapshot, serverStats, statsBetween } from '../../../rtc/media-stats.ts';
import type { MediaSnapshot, ParticipantStats } from '../../../rtc/media-stats.ts';
import { areMostBad, goodQuality, isBad, nextQuality } from '../../../rtc/quality.ts';
import type { VideoSource } from '../video/remote-videos.ts';
import type { DirectPath } from './direct-path.ts';
import type { MediaConnection } from './media-connection.ts';

export interface MeshStatsOptions {
  readonly paths: () => readonly (readonly [UserId, DirectPath])[];
  readonly onRoundTrip: (userId: UserId, ms: number) => void;
  readonly onFrames: (userId: UserId, source: VideoSource, framesDecoded: number) => void;
  readonly onPoor: (isPoor: boolean) => void;
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
  let tick = 0;

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

  async function measure(userId: UserId, path: DirectPath): Promise<boolean | null> {
    const result = await read(userId, path);
    if (!result) return null;
    const { connection, snapshot } = result;
    const stats = statsBetween(snapshots.get(connection) ?? null, snapshot);
    snapshots.set(connection, snapshot);
    statsByConnection.set(connection, stats);
    if (stats.roundTripMs !== null) options.onRoundTrip(userId, stats.roundTripMs);
    return isBad(stats, snapshot);
  }

  async function measureAll() {
    const measurements = await Promise.all(options.paths().map(([userId, path]) => measure(userId, path)));
    quality = nextQuality(quality, areMostBad(measurements.filter((one) => one !== null)));
    options.onPoor(quality.isPoor);
  }

  const timer = setInterval(() => {
    tick += 1;
    if (tick % (statsEveryMs / awaitedEveryMs) === 0) return void measureAll();
    for (const [userId, path] of options.paths()) if (options.isAwaitingFrames(userId)) void read(userId, path);
    return undefined;
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
