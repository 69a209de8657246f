import { useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '../../../../ui/class-names.ts';

interface StreamVideoProps {
  stream: MediaStream;
  label: string;
  /** Cameras fill their tile. A screen must be readable to its edges. */
  fit: 'cover' | 'contain';
  isMirrored?: boolean;
  className?: string;
  /** The first frame has arrived, or the stream is no longer shown. */
  onPicture?: (hasPicture: boolean) => void;
}

/** Plays the picture of a stream. Its sound, if any, is played by the mixer of the call. */
export function StreamVideo({ stream, label, fit, isMirrored = false, className, onPicture }: StreamVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const report = useEffectEvent((hasPicture: boolean) => onPicture?.(hasPicture));
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
      report(false);
    };
  }, [stream]);
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      muted
      playsInline
      onLoadedData={() => onPicture?.(true)}
      className={classNames(
        'absolute inset-0 size-full',
        fit === 'cover' ? 'object-cover' : 'object-contain',
        isMirrored && '-scale-x-100',
        className,
      )}
    />
  );
}
