import { VideoOff } from 'lucide-react';
import type { Camera } from '../session/call-events.ts';
import { StreamVideo } from '../ui/video/stream-video.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** The camera as it arrives, not mirrored. */
export function TestPicture({ camera, picture }: { camera: Camera; picture: MediaStream | null }) {
  const isOn = camera.phase === 'on' && picture !== null;
  return (
    <figure>
      <div className="relative aspect-video overflow-hidden rounded-card bg-hover">
        {isOn ? (
          <StreamVideo stream={picture} label="Your camera, as others see it" fit="cover" />
        ) : (
          <span className="absolute inset-0 flex items-center justify-center text-muted">
            {camera.phase === 'off' ? <VideoOff aria-hidden="true" className="size-8" /> : <Spinner />}
          </span>
        )}
      </div>
      <figcaption className="mt-1.5 text-center text-13 text-muted">
        {camera.phase === 'off' ? 'Your camera is off' : 'As others see you'}
      </figcaption>
    </figure>
  );
}
