import type { CallScreenParts } from '../ui/call-screen.ts';
import { StreamVideo } from '../ui/video/stream-video.tsx';
import { useLastSpeaker } from '../ui/video/use-last-speaker.ts';

/** The most important picture of a call: the shared screen, the speaker, anybody, or oneself. */
export function SmallPicture({ chat, view, call }: CallScreenParts) {
  const { remoteScreen, cameraByUser, ownCamera } = view;
  const speakerId = useLastSpeaker(view.speakingIds);
  const shownId = speakerId !== null && cameraByUser.has(speakerId) ? speakerId : [...cameraByUser.keys()][0];
  const camera = shownId && cameraByUser.get(shownId);
  const nameOf = (id: string) => chat.members.find(({ _id }) => _id === id)?.name ?? 'Somebody';
  if (remoteScreen) {
    return <Picture stream={remoteScreen.stream} label={`${nameOf(remoteScreen.userId)}'s screen`} fit="contain" />;
  }
  if (camera) return <Picture stream={camera.stream} label={`${nameOf(shownId)}'s camera`} fit="cover" />;
  if (ownCamera) return <Picture stream={ownCamera} label="Your camera" fit="cover" isMirrored />;
  return <p className="p-4 text-center text-13 text-muted">{call.others.length} in the call</p>;
}

interface PictureProps {
  stream: MediaStream;
  label: string;
  fit: 'cover' | 'contain';
  isMirrored?: boolean;
}

function Picture(props: PictureProps) {
  return (
    <div className="relative aspect-video bg-lightbox">
      <StreamVideo {...props} />
    </div>
  );
}
