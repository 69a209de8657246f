import { ScreenShare, SignalLow } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../../ui/avatar.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { RemoteVideo } from '../../video/remote-videos.ts';
import type { StagePerson } from './stage-person.ts';
import { StreamVideo } from './stream-video.tsx';
import { TileBar } from './tile-bar.tsx';

interface VideoTileProps {
  person: StagePerson;
  video: RemoteVideo | null;
  size: 'large' | 'grid' | 'strip';
  /** Where the name is. Away from the user's own picture, which must not cover the controls. */
  barAt: 'top' | 'bottom';
  /** The label of the button that covers the tile, such as 'Enlarge Ann'. */
  enlargeLabel: string | null;
  isEnlarged: boolean;
  onEnlarge: () => void;
  onVolume: (volume: number) => void;
}

/** A participant of a call in which somebody has a camera or a screen on. */
export function VideoTile({ person, video, size, barAt, enlargeLabel, isEnlarged, ...on }: VideoTileProps) {
  const { name, avatar, isSpeaking, isSharing, isCameraOn } = person;
  const hasPicture = video !== null && !video.isWaiting;
  return (
    <div
      data-speaking={isSpeaking || undefined}
      className="group/tile relative isolate flex size-full min-h-0 min-w-0 items-center justify-center overflow-hidden rounded-card bg-raised/80 [container-type:size]"
    >
      {video && (
        <StreamVideo
          stream={video.stream}
          label={`${name}'s camera`}
          fit="cover"
          className={classNames('transition-opacity', video.isWaiting && 'opacity-0')}
        />
      )}
      {!hasPicture && (
        <span className="relative flex flex-col items-center gap-2">
          <Avatar src={avatar} name={name} className={avatarSizes[size]} />
          {isCameraOn && size !== 'strip' && <WaitingText person={person} />}
        </span>
      )}
      {hasPicture && video.isFrozen && <PoorConnection isSmall={size === 'strip'} />}
      {enlargeLabel !== null && <TileButton label={enlargeLabel} isPressed={isEnlarged} onClick={on.onEnlarge} />}
      {isSharing && <SharingMark name={name} barAt={barAt} isSmall={size === 'strip'} />}
      <TileBar
        person={person}
        isSmall={size === 'strip'}
        at={size === 'strip' ? 'bottom' : barAt}
        onVolume={on.onVolume}
      />
      {isSpeaking && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 rounded-card ring-3 ring-online ring-inset"
        />
      )}
    </div>
  );
}

const avatarSizes = {
  large: 'size-[clamp(48px,34cqmin,160px)]',
  grid: 'size-[clamp(40px,36cqmin,128px)]',
  strip: 'size-[clamp(28px,44cqmin,48px)]',
};

function WaitingText({ person: { path } }: { person: StagePerson }) {
  // Without a direct connection the server relays the sound only.
  if (path.phase === 'relayed') return <TileNote>No picture: the connection goes through the server</TileNote>;
  return (
    <TileNote>
      <Spinner />
      Waiting for the picture
    </TileNote>
  );
}

function TileNote({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 px-3 text-center text-13 text-muted call-low:hidden">{children}</span>
  );
}

/** The last picture stays visible below it, so that nobody takes it for a live one. */
export function PoorConnection({ isSmall }: { isSmall: boolean }) {
  return (
    <span className="pointer-events-none absolute inset-0 flex items-center justify-center bg-scrim">
      <span className="flex items-center gap-1.5 rounded-full bg-lightbox px-3 py-1.5 text-13 font-medium text-on-lightbox [&_svg]:size-4">
        <SignalLow aria-hidden="true" />
        <span className={isSmall ? 'sr-only' : undefined}>Poor connection</span>
      </span>
    </span>
  );
}

function SharingMark({ name, barAt, isSmall }: { name: string; barAt: 'top' | 'bottom'; isSmall: boolean }) {
  return (
    <span
      title={`${name} is sharing their screen`}
      className={classNames(
        'pointer-events-none absolute right-2 inline-flex size-7 items-center justify-center rounded-full bg-accent-fill text-on-accent [&_svg]:size-4',
        isSmall || barAt === 'bottom' ? 'top-2' : 'bottom-2',
      )}
    >
      <ScreenShare aria-hidden="true" />
      <span className="sr-only">{name} is sharing their screen</span>
    </span>
  );
}

interface TileButtonProps {
  label: string;
  isPressed: boolean;
  onClick: () => void;
}

/** Covers the tile, below its controls. */
export function TileButton({ label, isPressed, onClick }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      onClick={(event) => {
        // The focus would stay on the tile after a mouse click, and Space would press it instead of push-to-talk.
        if (event.detail > 0) event.currentTarget.blur();
        onClick();
      }}
      className="absolute inset-0 cursor-pointer rounded-card focus-visible:-outline-offset-3"
    />
  );
}
