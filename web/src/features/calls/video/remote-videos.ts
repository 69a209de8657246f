import type { UserId } from '@chat-app/contract';
import { nextProgress, turnedOn } from './frame-watch.ts';
import type { FrameProgress } from './frame-watch.ts';

export type VideoSource = 'camera' | 'screen';

export interface RemoteVideo {
  readonly stream: MediaStream;
  /** No new frame for three seconds. The last one stays visible. */
  readonly isFrozen: boolean;
  /** No frame yet. */
  readonly isWaiting: boolean;
}

export interface RemoteVideos {
  /** Only those whose camera is on, and who are connected directly. */
  readonly cameraByUser: ReadonlyMap<UserId, RemoteVideo>;
  readonly remoteScreen: (RemoteVideo & { readonly userId: UserId }) | null;
}

export const noRemoteVideos: RemoteVideos = { cameraByUser: new Map(), remoteScreen: null };

interface Shown {
  readonly cameraIds: readonly UserId[];
  readonly screenId: UserId | null;
}

interface Incoming {
  readonly stream: MediaStream;
  framesDecoded: number;
  /** Null while the video is off. */
  progress: FrameProgress | null;
}

/** The videos of the others: their tracks, which of them are on, and whether frames arrive. */
export function createRemoteVideos(onChange: (videos: RemoteVideos) => void) {
  const incomingByKey = new Map<string, Incoming>();
  let shown: Shown = { cameraIds: [], screenId: null };
  const keyOf = (source: VideoSource, userId: UserId) => `${source} ${userId}`;
  const isOn = (source: VideoSource, userId: UserId) =>
    source === 'camera' ? shown.cameraIds.includes(userId) : shown.screenId === userId;

  function videoOf(source: VideoSource, userId: UserId): RemoteVideo | null {
    const incoming = incomingByKey.get(keyOf(source, userId));
    if (!incoming?.progress) return null;
    const { isFrozen, isWaiting } = incoming.progress;
    return { stream: incoming.stream, isFrozen, isWaiting };
  }

  function report() {
    const { cameraIds, screenId } = shown;
    const cameras = cameraIds.map((userId) => [userId, videoOf('camera', userId)] as const);
    const screen = screenId === null ? null : videoOf('screen', screenId);
    onChange({
      cameraByUser: new Map(cameras.filter((entry): entry is [UserId, RemoteVideo] => entry[1] !== null)),
      remoteScreen: screen && screenId !== null ? { ...screen, userId: screenId } : null,
    });
  }

  function followShown() {
    for (const [key, incoming] of incomingByKey) {
      const [source, userId] = key.split(' ') as [VideoSource, UserId];
      if (!isOn(source, userId)) incoming.progress = null;
      else incoming.progress ??= turnedOn(incoming.framesDecoded, Date.now());
    }
    report();
  }

  return {
    setTrack: (userId: UserId, source: VideoSource, track: MediaStreamTrack) => {
      incomingByKey.set(keyOf(source, userId), {
        stream: new MediaStream([track]),
        framesDecoded: 0,
        progress: null,
      });
      followShown();
    },
    setShown: (next: Shown) => {
      shown = next;
      followShown();
    },
    setFrames: (userId: UserId, source: VideoSource, framesDecoded: number) => {
      const incoming = incomingByKey.get(keyOf(source, userId));
      if (!incoming) return;
      incoming.framesDecoded = framesDecoded;
      const before = incoming.progress;
      incoming.progress = before && nextProgress(before, framesDecoded, Date.now());
      if (before?.isFrozen !== incoming.progress?.isFrozen || before?.isWaiting !== incoming.progress?.isWaiting) {
        report();
      }
    },
    /** Whether the next statistics of a participant are needed soon. */
    isAwaitingFrames: (userId: UserId) =>
      (['camera', 'screen'] as const).some((source) => {
        const progress = incomingByKey.get(keyOf(source, userId))?.progress;
        return progress?.isWaiting === true || progress?.isFrozen === true;
      }),
    removeParticipant: (userId: UserId) => {
      incomingByKey.delete(keyOf('camera', userId));
      incomingByKey.delete(keyOf('screen', userId));
      report();
    },
  };
}
