import { createContext, use, useState } from 'react';
import { classNames } from './class-names.ts';

interface AvatarSource {
  src: string;
  name: string;
}

interface AvatarProps extends AvatarSource {
  /** Empty if the name is shown next to the avatar. */
  alt?: string;
  className?: string;
  /** A green dot at the corner. The text next to it must state its meaning. */
  hasDot?: boolean;
  /** The avatars of two members, shown for a group that has none of its own. */
  memberAvatars?: readonly AvatarSource[] | undefined;
}

type AvatarImageProps = Omit<AvatarProps, 'hasDot'>;

interface GeneratedAvatar {
  initials: string;
  background: string;
}

/**
 * Describes an avatar that the server would generate. Rendered here, it uses the font of the page, which an image
 * cannot use, and follows a new name at once. Without a provider every avatar is loaded.
 */
export const GeneratedAvatars = createContext<(src: string, name: string) => GeneratedAvatar | null>(() => null);

export function Avatar({ hasDot = false, ...rest }: AvatarProps) {
  if (!hasDot) return <AvatarImage {...rest} />;
  return (
    <span className="relative inline-flex shrink-0">
      <AvatarImage {...rest} className={classNames(rest.className ?? 'size-11', 'avatar-notch')} />
      <span aria-hidden="true" className="absolute right-px bottom-px size-2.5 rounded-full bg-online" />
    </span>
  );
}

function AvatarImage({ src, alt = '', name, className = 'size-11', memberAvatars }: AvatarImageProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const generated = use(GeneratedAvatars)(src, name);
  const label = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true };
  const frame = classNames('shrink-0 rounded-full', className);
  if (generated && memberAvatars?.[0] && memberAvatars[1]) {
    return (
      <span {...label} className={classNames('relative inline-block shrink-0', className)}>
        <AvatarImage {...memberAvatars[0]} className="avatar-behind absolute top-0 left-0 size-[64%]" />
        <AvatarImage {...memberAvatars[1]} className="absolute right-0 bottom-0 size-[64%]" />
      </span>
    );
  }
  if (generated || brokenSrc === src || src === '') {
    return (
      <span
        {...label}
        style={generated ? { background: generated.background } : undefined}
        className={classNames(
          frame,
          '@container inline-flex items-center justify-center font-semibold select-none',
          generated ? 'text-on-accent' : 'bg-accent-soft text-accent',
        )}
      >
        {/* Not part of the page's text, because nobody selects, copies or searches for initials. */}
        <span
          data-initials={generated?.initials ?? initialOf(name)}
          className="text-[38cqw] leading-none whitespace-nowrap before:content-[attr(data-initials)]"
        />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenSrc(src)}
      className={classNames(frame, 'bg-hover object-cover')}
    />
  );
}

function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
}
