import { useState } from 'react';
import { classNames } from './class-names.ts';

interface AvatarProps {
  src: string;
  /** Empty when the name stands beside the picture. */
  alt?: string;
  name: string;
  className?: string;
  /** A green dot at the corner. Its meaning belongs into the text beside. */
  hasDot?: boolean;
}

export function Avatar({ hasDot = false, ...rest }: AvatarProps) {
  if (!hasDot) return <Picture {...rest} />;
  return (
    <span className="relative inline-flex shrink-0">
      <Picture {...rest} className={classNames(rest.className ?? 'size-11', 'avatar-notch')} />
      <span aria-hidden="true" className="absolute right-px bottom-px size-2.5 rounded-full bg-online" />
    </span>
  );
}

function Picture({ src, alt = '', name, className = 'size-11' }: Omit<AvatarProps, 'hasDot'>) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const frame = classNames('shrink-0 rounded-full', className);
  if (brokenSrc === src || src === '') {
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        className={classNames(
          frame,
          'inline-flex items-center justify-center bg-accent-soft font-semibold text-accent',
        )}
      >
        {initialOf(name)}
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
