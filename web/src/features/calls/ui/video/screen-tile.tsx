import { Maximize } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { RemoteVideo } from '../../video/remote-videos.ts';
import { StreamVideo } from './stream-video.tsx';
import { toggleFullScreen } from './full-screen.ts';
import { FrozenNote, TileButton } from './video-tile.tsx';

interface ScreenTileProps {
  name: string;
  video: RemoteVideo;
  /** This computer has more to do than it can. */
  isBusy: boolean;
  isLarge: boolean;
  enlargeLabel: string | null;
  isEnlarged: boolean;
  barAt: 'top' | 'bottom';
  onEnlarge: () => void;
}

/** The screen that another participant shares. */
export function ScreenTile({
  name,
  video,
  isBusy,
  isLarge,
  enlargeLabel,
  isEnlarged,
  barAt,
  onEnlarge,
}: ScreenTileProps) {
  const tile = useRef<HTMLDivElement>(null);
  const text = `${name} is sharing their screen`;
  return (
    <div
      ref={tile}
      className="relative isolate flex size-full min-h-0 min-w-0 items-center justify-center overflow-hidden rounded-card bg-lightbox"
    >
      <StreamVideo stream={video.stream} label={`${name}'s screen`} fit="contain" />
      {video.isWaiting && <Spinner />}
      {video.isFrozen && !video.isWaiting && <FrozenNote isSmall={!isLarge} isBusy={isBusy} />}
      {enlargeLabel !== null && <TileButton label={enlargeLabel} isPressed={isEnlarged} onClick={onEnlarge} />}
      <div
        className={classNames(
          'pointer-events-none absolute inset-x-0 flex items-center justify-between gap-2 text-on-lightbox',
          isLarge && barAt === 'top' ? 'top-0' : 'bottom-0',
          isLarge ? 'p-2' : 'p-1',
        )}
      >
        <p
          className={classNames(
            'min-w-0 truncate rounded-full bg-lightbox font-medium',
            isLarge ? 'px-2.5 py-1 text-13' : 'px-2 py-0.5 text-[12px]',
          )}
        >
          {text}
        </p>
        {isLarge && document.fullscreenEnabled && (
          <button
            type="button"
            aria-label="Screen in full screen"
            title="Screen in full screen"
            onClick={() => void toggleFullScreen(tile.current)}
            className="pointer-events-auto inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-lightbox [&_svg]:size-5"
          >
            <Maximize aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}
