import type { UserId } from '@chat-app/contract';
import type { RemoteVideos } from '../../video/remote-videos.ts';

interface MainPicture {
  readonly kind: 'screen' | 'camera';
  readonly userId: UserId;
  readonly stream: MediaStream;
}

/** What is shown where there is room for one picture of the others: the shared screen, the speaker, or anybody. */
export function mainPictureOf(
  { remoteScreen, cameraByUser }: RemoteVideos,
  speakerId: UserId | null,
): MainPicture | null {
  if (remoteScreen) return { kind: 'screen', userId: remoteScreen.userId, stream: remoteScreen.stream };
  const userId = speakerId !== null && cameraByUser.has(speakerId) ? speakerId : [...cameraByUser.keys()][0];
  const camera = userId && cameraByUser.get(userId);
  return camera ? { kind: 'camera', userId, stream: camera.stream } : null;
}
