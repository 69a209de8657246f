import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

interface SpeakingAvatarProps {
  src: string;
  name: string;
  isSpeaking: boolean;
  className: string;
}

/** With a ring while the person is heard. */
export function SpeakingAvatar({ src, name, isSpeaking, className }: SpeakingAvatarProps) {
  return (
    <span
      className={classNames(
        'relative inline-flex rounded-full ring-4 transition-shadow',
        isSpeaking ? 'ring-online' : 'ring-transparent',
      )}
    >
      <Avatar src={src} name={name} className={className} />
      {isSpeaking && <span className="sr-only">{name} is speaking</span>}
    </span>
  );
}
