import type { Message } from '@chat-app/contract';
import { useEffect, useState } from 'react';
import { imageBox } from './image-box.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { classNames } from '../../ui/class-names.ts';
import { BrokenImage } from '../../ui/broken-image.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { imageSource } from './image-source.ts';
import type { ShownImage } from './message-actions.ts';

interface MessageImageProps {
  message: Message;
  outgoing: OutgoingMessage | null;
  senderLabel: string;
  onOpen: (image: ShownImage) => void;
}

/** An image in a box of known size, so that loading does not change the layout. */
export function MessageImage({ message, outgoing, senderLabel, onOpen }: MessageImageProps) {
  const src = usePreloadedSource(outgoing?.previewUrl ?? imageSource(message.content));
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  const box = imageBox(message);
  const frame = {
    style: { width: box.width, aspectRatio: `${box.width} / ${box.height}` },
    className: classNames(
      'relative block max-w-full overflow-clip rounded-bubble bg-hover',
      outgoing?.phase === 'failed' && 'outline-2 outline-danger',
    ),
  };
  if (src === null || src === brokenSrc) {
    return (
      <div {...frame}>
        <BrokenImage label={`Image from ${senderLabel} cannot be shown`} />
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-label={`Open image from ${senderLabel}`}
      {...frame}
      onClick={({ currentTarget }) => onOpen({ src, label: `Image from ${senderLabel}`, opener: currentTarget })}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        decoding="async"
        onError={() => setBrokenSrc(src)}
        className={classNames('size-full object-cover', outgoing !== null && 'opacity-60')}
      />
      {outgoing?.phase === 'sending' && outgoing.progress !== null && (
        <span className="absolute inset-0 m-auto flex size-10 items-center justify-center rounded-full bg-lightbox text-on-lightbox">
          <ProgressRing label="Upload" fraction={outgoing.progress} className="size-9" />
        </span>
      )}
    </button>
  );
}

/** Switches to a new source only after it is loaded, so that a sent image does not flicker. */
function usePreloadedSource(source: string | null): string | null {
  const [shown, setShown] = useState(source);
  useEffect(() => {
    if (source === null || source === shown) return undefined;
    const loader = new Image();
    const show = () => setShown(source);
    loader.addEventListener('load', show);
    loader.addEventListener('error', show);
    loader.src = source;
    return () => {
      loader.removeEventListener('load', show);
      loader.removeEventListener('error', show);
    };
  }, [source, shown]);
  return source === null ? null : shown;
}
