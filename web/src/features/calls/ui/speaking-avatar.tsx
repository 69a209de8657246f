import { MicOff } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';

interface SpeakingAvatarProps {
  src: string;
  name: string;
  isSpeaking: boolean;
  isMuted: boolean;
  className: string;
}

/** An avatar with a ring while the person speaks and an icon while they are muted. */
export function SpeakingAvatar({ src, name, isSpeaking, isMuted, className }: SpeakingAvatarProps) {
  return (
    <span
      className={classNames(
        'relative inline-flex rounded-full ring-4 transition-shadow',
        isSpeaking ? 'ring-online' : 'ring-transparent',
      )}
    >
      <Avatar src={src} name={name} className={className} />
      {isSpeaking && <span className="sr-only">{name} is speaking</span>}
      {isMuted && (
        <span
          title={`${name} is muted`}
          className="absolute right-0 bottom-0 flex size-[28%] min-h-5 min-w-5 items-center justify-center rounded-full bg-danger-fill text-on-accent ring-2 ring-canvas"
        >
          <MicOff aria-hidden="true" className="size-[58%]" />
          <span className="sr-only">{name} is muted</span>
        </span>
      )}
    </span>
  );
}
