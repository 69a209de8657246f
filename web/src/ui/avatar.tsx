import { createContext, use, useState } from 'react';
import { classNames } from './class-names.ts';

interface Face {
  src: string;
  name: string;
}

interface AvatarProps extends Face {
  /** Empty if the name is shown next to the picture. */
  alt?: string;
  className?: string;
  /** A green dot at the corner. The text next to it must state its meaning. */
  hasDot?: boolean;
  /** Two members, shown for a group without a picture. */
  faces?: readonly Face[] | undefined;
}

type PictureProps = Omit<AvatarProps, 'hasDot'>;

interface GeneratedPicture {
  initials: string;
  background: string;
}

/**
 * Describes a picture that the server would generate. Rendered here, it uses the font of the page, which an image
 * cannot use, and follows a new name at once. Without a provider every picture is loaded.
 */
export const GeneratedPictures = createContext<(src: string, name: string) => GeneratedPicture | null>(() => null);

export function Avatar({ hasDot = false, ...rest }: AvatarProps) {
  if (!hasDot) return <Picture {...rest} />;
  return (
    <span className="relative inline-flex shrink-0">
      <Picture {...rest} className={classNames(rest.className ?? 'size-11', 'avatar-notch')} />
      <span aria-hidden="true" className="absolute right-px bottom-px size-2.5 rounded-full bg-online" />
    </span>
  );
}

function Picture({ src, alt = '', name, className = 'size-11', faces }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const generated = use(GeneratedPictures)(src, name);
  const label = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true };
  const frame = classNames('shrink-0 rounded-full', className);
  if (generated && faces?.[0] && faces[1]) {
    return (
      <span {...label} className={classNames('relative inline-block shrink-0', className)}>
        <Picture {...faces[0]} className="avatar-behind absolute top-0 left-0 size-[64%]" />
        <Picture {...faces[1]} className="absolute right-0 bottom-0 size-[64%]" />
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
