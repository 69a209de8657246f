import { useState } from 'react';
import { classNames } from './class-names.ts';

interface AvatarProps {
  src: string;
  /** Empty when the name stands beside the picture. */
  alt?: string;
  name: string;
  className?: string;
}

export function Avatar({ src, alt = '', name, className = 'size-11' }: AvatarProps) {
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
      onError={() => setBrokenSrc(src)}
      className={classNames(frame, 'bg-hover object-cover')}
    />
  );
}

function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '?';
}
