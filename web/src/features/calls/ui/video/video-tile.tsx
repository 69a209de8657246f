import { computerBusyText } from '@chat-app/contract';
import { Cpu, ScreenShare, SignalLow } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../../ui/avatar.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Spinner } from '../../../../ui/spinner.tsx';
import type { RemoteVideo } from '../../video/remote-videos.ts';
import type { StagePerson } from './stage-person.ts';
import { StreamVideo } from './stream-video.tsx';
import { TileBar } from './tile-bar.tsx';
import { useIsLate } from './use-is-late.ts';

interface VideoTileProps {
  person: StagePerson;
  video: RemoteVideo | null;
  /** This computer has more to do than it can. */
  isBusy: boolean;
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
export function VideoTile({ person, video, isBusy, size, barAt, enlargeLabel, isEnlarged, ...on }: VideoTileProps) {
  const { name, isSpeaking, isSharing } = person;
  const [isPlaying, setPlaying] = useState(false);
  // The statistics, which are read now and then, know of the first frame later than the element that shows it.
  const hasPicture = video !== null && (isPlaying || !video.isWaiting);
  const isLate = useIsLate(video !== null && !hasPicture);
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
          className={classNames('transition-opacity', !hasPicture && 'opacity-0')}
          onPicture={setPlaying}
        />
      )}
      {!hasPicture && <NoPicture person={person} size={size} isBusy={isBusy && isLate} />}
      {hasPicture && video.isFrozen && <FrozenNote isSmall={size === 'strip'} isBusy={isBusy} />}
      {enlargeLabel !== null && <TileButton label={enlargeLabel} isPressed={isEnlarged} onClick={on.onEnlarge} />}
      {isSharing && <SharingMark name={name} barAt={barAt} isSmall={size === 'strip'} />}
      <TileBar
        person={person}
        isSmall={size === 'strip'}
        at={size === 'strip' ? 'bottom' : barAt}
        onVolume={on.onVolume}
      />
      {isSpeaking && <SpeakingRing />}
    </div>
  );
}

const avatarSizes = {
  large: 'size-[clamp(48px,34cqmin,160px)]',
  grid: 'size-[clamp(40px,36cqmin,128px)]',
  strip: 'size-[clamp(28px,44cqmin,48px)]',
};

function NoPicture({ person, size, isBusy }: Pick<VideoTileProps, 'person' | 'size' | 'isBusy'>) {
  return (
    <span className="relative flex flex-col items-center gap-2">
      <Avatar src={person.avatar} name={person.name} className={avatarSizes[size]} />
      {person.isCameraOn && size !== 'strip' && <WaitingText person={person} isBusy={isBusy} />}
    </span>
  );
}

function WaitingText({ person: { path }, isBusy }: { person: StagePerson; isBusy: boolean }) {
  // Without a direct connection the server relays the sound only.
  if (path.phase === 'relayed') return <TileNote>No picture: the connection goes through the server</TileNote>;
  return (
    <TileNote>
      <Spinner />
      {isBusy ? computerBusyText : 'Waiting for the picture'}
    </TileNote>
  );
}

function TileNote({ children }: { children: ReactNode }) {
  return (
    <output className="flex items-center gap-2 px-3 text-center text-13 text-muted call-low:hidden">{children}</output>
  );
}

/** The last picture stays visible below it, so that nobody takes it for a live one. */
export function FrozenNote({ isSmall, isBusy }: { isSmall: boolean; isBusy: boolean }) {
  return (
    <span className="pointer-events-none absolute inset-0 flex items-center justify-center bg-scrim">
      <span className="flex items-center gap-1.5 rounded-full bg-lightbox px-3 py-1.5 text-13 font-medium text-on-lightbox [&_svg]:size-4">
        {isBusy ? <Cpu aria-hidden="true" /> : <SignalLow aria-hidden="true" />}
        <span className={isSmall ? 'sr-only' : undefined}>{isBusy ? computerBusyText : 'Poor connection'}</span>
      </span>
    </span>
  );
}

const SpeakingRing = () => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute inset-0 rounded-card ring-3 ring-online ring-inset"
  />
);

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
