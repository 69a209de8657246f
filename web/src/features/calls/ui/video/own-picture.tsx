import { computerBusyText } from '@chat-app/contract';
import { Cpu, Eye, EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { cornerAfterKey, nearestCorner } from './corner.ts';
import type { Corner } from './corner.ts';
import { StreamVideo } from './stream-video.tsx';
import { useIsLate } from './use-is-late.ts';

interface OwnPictureProps {
  stream: MediaStream;
  corner: Corner;
  isHidden: boolean;
  /** This computer has more to do than it can. */
  isBusy: boolean;
  /** Beside a shared screen, which it must not cover: as large as the pictures of the strip. */
  isInStrip?: boolean;
  onMove: (corner: Corner) => void;
  onHide: (isHidden: boolean) => void;
}

/** The user's own camera, mirrored, in a corner of the area that contains it. */
export function OwnPicture({ stream, corner, isHidden, isBusy, isInStrip = false, onMove, onHide }: OwnPictureProps) {
  const place = classNames(
    'absolute z-raised',
    corner.vertical === 'top' ? 'top-2' : 'bottom-2',
    corner.horizontal === 'left' ? 'left-2' : 'right-2',
  );
  if (isHidden) {
    return (
      <button
        type="button"
        aria-label="Show your picture"
        title="Show your picture"
        onClick={() => onHide(false)}
        className={classNames(place, 'inline-flex size-11 items-center justify-center rounded-full', buttonLook)}
      >
        <Eye aria-hidden="true" />
      </button>
    );
  }
  return (
    <div
      className={classNames(
        place,
        'group/own aspect-4/3 overflow-hidden rounded-card bg-raised shadow-raised',
        isInStrip ? stripLook : 'w-[clamp(92px,20cqw,208px)]',
      )}
    >
      <OwnVideo stream={stream} isBusy={isBusy} />
      <MoveHandle corner={corner} onMove={onMove} />
      <button
        type="button"
        aria-label="Hide your picture"
        title="Hide your picture"
        onClick={() => onHide(true)}
        className={classNames(
          'absolute top-0 right-0 inline-flex size-11 items-center justify-center rounded-full transition-opacity',
          'opacity-0 group-hover/own:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100',
          'text-on-lightbox drop-shadow-[0_0_3px_rgb(0_0_0/0.9)] [&_svg]:size-5',
        )}
      >
        <EyeOff aria-hidden="true" />
      </button>
    </div>
  );
}

/** The user's own camera, mirrored. If there is no picture yet, or this computer is too slow for it, that is said. */
export function OwnVideo({ stream, isBusy }: { stream: MediaStream; isBusy: boolean }) {
  const [isPlaying, setPlaying] = useState(false);
  const isLate = useIsLate(!isPlaying);
  return (
    <>
      <StreamVideo stream={stream} label="Your camera" fit="cover" isMirrored onPicture={setPlaying} />
      <output className="pointer-events-none absolute inset-x-1 bottom-1 flex justify-center">
        {(isLate || isBusy) && (
          <span className="inline-flex items-center gap-1 rounded-card bg-lightbox px-1.5 py-0.5 text-center text-[12px] text-on-lightbox [&_svg]:size-3.5 [&_svg]:shrink-0">
            <Cpu aria-hidden="true" />
            {/* On a phone the text would cover the picture. */}
            <span className={isPlaying ? 'sr-only call-wide:not-sr-only' : undefined}>{computerBusyText}</span>
          </span>
        )}
      </output>
    </>
  );
}

const stripLook =
  '-m-2 w-[min(clamp(92px,20cqw,208px),clamp(85px,24cqh,149px))] call-wide:w-[clamp(112px,18cqw,208px)]';
const buttonLook = 'bg-lightbox text-on-lightbox [&_svg]:size-5';

interface Drag {
  readonly fromX: number;
  readonly fromY: number;
}

/** Covers the picture: dragged by mouse or finger, moved by the arrow keys. */
function MoveHandle({ corner, onMove }: { corner: Corner; onMove: (corner: Corner) => void }) {
  const drag = useRef<Drag | null>(null);
  const [isDragging, setDragging] = useState(false);

  function handleKey(event: KeyboardEvent) {
    const next = cornerAfterKey(corner, event.key);
    if (!next) return;
    event.preventDefault();
    onMove(next);
  }
  function handleDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromY: event.clientY };
    setDragging(true);
  }
  function handleMove({ currentTarget, clientX, clientY }: PointerEvent<HTMLButtonElement>) {
    const picture = currentTarget.parentElement;
    if (!drag.current || !picture) return;
    picture.style.translate = `${clientX - drag.current.fromX}px ${clientY - drag.current.fromY}px`;
  }
  function handleEnd({ currentTarget }: PointerEvent<HTMLButtonElement>) {
    const picture = currentTarget.parentElement;
    if (!drag.current || !picture) return;
    drag.current = null;
    setDragging(false);
    const { x, y, width, height } = picture.getBoundingClientRect();
    const area = picture.offsetParent?.getBoundingClientRect();
    picture.style.translate = '';
    if (area) onMove(nearestCorner({ x: x + width / 2, y: y + height / 2 }, area));
  }
  return (
    <button
      type="button"
      aria-label="Your picture. Move it with the arrow keys."
      title="Drag to move"
      onKeyDown={handleKey}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleEnd}
      onPointerCancel={handleEnd}
      className={classNames(
        'absolute inset-0 touch-none rounded-card focus-visible:-outline-offset-3',
        isDragging ? 'cursor-grabbing' : 'cursor-grab',
      )}
    />
  );
}
