import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { BrokenImage } from './broken-image.tsx';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useLastShown } from './use-last-shown.ts';

interface LightboxProps {
  /** Null while the lightbox is closed. An image without a source is shown as broken. */
  image: { src: string | null; label: string; opener: HTMLElement | null } | null;
  onClose: () => void;
  /** Receives the focus after closing if the opener no longer exists. */
  returnFocusTo: RefObject<HTMLElement | null>;
  /** For an image that is one of several. */
  steps?: LightboxSteps;
  /** What is known about the image, and what can be done with it. */
  caption?: ReactNode;
  action?: ReactNode;
}

interface LightboxSteps {
  /** Null at the first image. */
  onPrevious: (() => void) | null;
  /** Null at the last one. */
  onNext: (() => void) | null;
  /** Whether the next image is being loaded. */
  isNextLoading: boolean;
}

/** Shows one image over the whole screen. */
export function Lightbox({ image, onClose, returnFocusTo, steps, caption, action }: LightboxProps) {
  useCloseOnBack(image !== null, onClose);
  // Keep the last image for the fade-out.
  const shown = useLastShown(image);
  const { src, label, opener } = image ?? shown ?? { src: null, label: '', opener: null };
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') steps?.onPrevious?.();
    if (key === 'ArrowRight') steps?.onNext?.();
  };
  return (
    <Primitive.Root open={image !== null} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-dialog animate-fade-in bg-lightbox data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          aria-describedby={undefined}
          onKeyDown={handleKeyDown}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = opener?.isConnected ? opener : returnFocusTo.current;
            target?.focus({ preventScroll: true });
          }}
          className="fixed inset-0 z-dialog flex animate-fade-in items-center justify-center focus-visible:outline-none data-[state=closed]:animate-fade-out"
        >
          <Primitive.Title className="sr-only">{label}</Primitive.Title>
          {/* A click next to the image closes the lightbox. With the keyboard, Escape and the button do. */}
          <div aria-hidden="true" className="absolute inset-0" onClick={onClose} />
          <LightboxImage key={src} src={src} label={label} />
          <div className="absolute inset-x-3 top-[max(12px,env(safe-area-inset-top))] flex items-start justify-end gap-2">
            {caption && (
              <output className="mr-auto min-w-0 rounded-control bg-lightbox-control px-3 py-1 text-13 text-on-lightbox">
                {caption}
              </output>
            )}
            {action}
            <Primitive.Close aria-label="Close" title="Close" className={lightboxControlClasses}>
              <X aria-hidden="true" className="size-5" />
            </Primitive.Close>
          </div>
          {steps && <StepButtons {...steps} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The style of a round button over the image. */
export const lightboxControlClasses = classNames(
  'inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-lightbox-control text-on-lightbox',
  'transition-opacity hover:opacity-85 focus-visible:outline-on-lightbox aria-disabled:opacity-40',
);

function LightboxImage({ src, label }: { src: string | null; label: string }) {
  const [isBroken, setBroken] = useState(src === null);
  if (isBroken) {
    return (
      <div className="relative aspect-[13/10] w-65 max-w-[calc(100vw-32px)] rounded-control">
        <BrokenImage label={`${label} cannot be shown`} />
      </div>
    );
  }
  return (
    <img
      src={src ?? undefined}
      alt={label}
      onError={() => setBroken(true)}
      className="relative max-h-[calc(100dvh-32px)] max-w-[calc(100vw-32px)] rounded-control object-contain"
    />
  );
}

/** Not `disabled` at the ends: a disabled button would lose the focus and with it the arrow keys. */
function StepButtons({ onPrevious, onNext, isNextLoading }: LightboxSteps) {
  return (
    <>
      <button
        type="button"
        aria-label="Previous image"
        title="Previous image"
        aria-disabled={onPrevious === null}
        onClick={() => onPrevious?.()}
        className={classNames(lightboxControlClasses, 'absolute left-3')}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </button>
      <button
        type="button"
        aria-label="Next image"
        title="Next image"
        aria-disabled={onNext === null}
        aria-busy={isNextLoading}
        onClick={() => onNext?.()}
        className={classNames(lightboxControlClasses, 'absolute right-3')}
      >
        {isNextLoading ? <Spinner className="size-5" /> : <ChevronRight aria-hidden="true" className="size-5" />}
      </button>
    </>
  );
}
