import { MicOff } from 'lucide-react';
import { classNames } from '../../../../ui/class-names.ts';
import { PathBadge } from '../path-badge.tsx';
import { VolumeSlider } from '../volume-slider.tsx';
import type { StagePerson } from './stage-person.ts';

interface TileBarProps {
  person: StagePerson;
  at: 'top' | 'bottom';
  /** The name only. */
  isSmall: boolean;
  onVolume: (volume: number) => void;
}

/** The name over a picture, with what else is to know. The volume appears under the pointer, or with the focus. */
export function TileBar({ person, at, isSmall, onVolume }: TileBarProps) {
  const { name, path, isSpeaking, isMuted, volume } = person;
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-x-0 flex min-w-0 items-center gap-1.5 text-on-lightbox',
        // The name is at the edge, also while the volume in the other line is not shown.
        at === 'top' ? 'top-0 flex-wrap' : 'bottom-0 flex-wrap-reverse',
        isSmall ? 'p-1' : 'p-2',
      )}
    >
      <p
        className={classNames(
          'flex max-w-full min-w-0 items-center gap-1.5 rounded-full bg-lightbox font-medium',
          isSmall ? 'px-2 py-0.5 text-[12px]' : 'px-2.5 py-1 text-13',
        )}
      >
        {isMuted && (
          <span
            title={`${name} is muted`}
            className="-ml-1 inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-danger-fill text-on-accent"
          >
            <MicOff aria-hidden="true" className="size-3" />
            <span className="sr-only">{name} is muted</span>
          </span>
        )}
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
        {isSpeaking && <span className="sr-only">{name} is speaking</span>}
        {!isSmall && (
          <span className="shrink-0 *:text-on-lightbox/80">
            <PathBadge path={path} isSmall />
          </span>
        )}
      </p>
      {!isSmall && (
        <div
          className={classNames(
            'pointer-events-auto max-w-full min-w-0 rounded-full bg-lightbox px-3 transition-opacity *:text-on-lightbox',
            'opacity-0 group-hover/tile:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100',
            'call-narrow:hidden call-low:hidden',
          )}
        >
          <VolumeSlider key={person.id} name={name} volume={volume} isSmall onChange={onVolume} />
        </div>
      )}
    </div>
  );
}
