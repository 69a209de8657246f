import { classNames } from '../../../ui/class-names.ts';
import type { AudioPath } from '../session/call-events.ts';
import { SpeakingAvatar } from './speaking-avatar.tsx';
import { VolumeSlider } from './volume-slider.tsx';
import { PathBadge } from './path-badge.tsx';

interface ParticipantTileProps {
  name: string;
  avatar: string;
  path: AudioPath;
  isSpeaking: boolean;
  isMuted: boolean;
  /** The number of grid rows: the more rows, the smaller the tile's content. */
  rows: number;
  volume: number;
  onVolume: (volume: number) => void;
}

export function ParticipantTile({
  name,
  avatar,
  path,
  isSpeaking,
  isMuted,
  rows,
  volume,
  onVolume,
}: ParticipantTileProps) {
  const isSmall = rows > 2;
  return (
    <li
      className={classNames(
        '@container flex min-w-0 flex-col items-center justify-center rounded-card bg-raised/60 px-2 py-1.5 ring-2 transition-shadow',
        isSmall ? 'gap-1' : 'gap-2',
        isSpeaking ? 'ring-online' : 'ring-transparent',
      )}
    >
      <SpeakingAvatar src={avatar} name={name} isSpeaking={isSpeaking} isMuted={isMuted} className={avatarSize(rows)} />
      <p className="w-full min-w-0 text-center font-semibold">
        <bdi className="block truncate" title={name}>
          {name}
        </bdi>
      </p>
      <div
        className={classNames(
          'flex w-full items-center',
          isSmall ? 'flex-wrap justify-center gap-x-2' : 'flex-col gap-1',
        )}
      >
        <PathBadge path={path} isSmall={isSmall} />
        <VolumeSlider name={name} volume={volume} isSmall={isSmall} onChange={onVolume} />
      </div>
    </li>
  );
}

function avatarSize(rows: number): string {
  if (rows === 1) return 'size-24 text-28';
  return rows === 2 ? 'size-12 text-17' : 'size-9 text-14';
}
