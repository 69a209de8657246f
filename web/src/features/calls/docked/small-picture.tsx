import type { CallScreenParts } from '../ui/call-screen.ts';
import { mainPictureOf } from '../ui/video/main-picture.ts';
import { StreamVideo } from '../ui/video/stream-video.tsx';
import { useLastSpeaker } from '../ui/video/use-last-speaker.ts';

/** The most important picture of a call: the shared screen, the speaker, anybody, or oneself. */
export function SmallPicture({ chat, view, call }: CallScreenParts) {
  const { ownCamera } = view;
  const main = mainPictureOf(view, useLastSpeaker(view.speakingIds));
  if (main) {
    const name = chat.members.find(({ _id }) => _id === main.userId)?.name ?? 'Somebody';
    const fit = main.kind === 'screen' ? 'contain' : 'cover';
    return <Picture stream={main.stream} label={`${name}'s ${main.kind}`} fit={fit} />;
  }
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
