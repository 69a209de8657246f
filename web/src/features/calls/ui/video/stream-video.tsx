import { useEffect, useRef } from 'react';
import { classNames } from '../../../../ui/class-names.ts';

interface StreamVideoProps {
  stream: MediaStream;
  label: string;
  /** Cameras fill their tile. A screen must be readable to its edges. */
  fit: 'cover' | 'contain';
  isMirrored?: boolean;
  className?: string;
}

/** Plays the picture of a stream. Its sound, if any, is played by the mixer of the call. */
export function StreamVideo({ stream, label, fit, isMirrored = false, className }: StreamVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      muted
      playsInline
      className={classNames(
        'absolute inset-0 size-full',
        fit === 'cover' ? 'object-cover' : 'object-contain',
        isMirrored && '-scale-x-100',
        className,
      )}
    />
  );
}
