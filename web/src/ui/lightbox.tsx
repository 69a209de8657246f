import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useState } from 'react';
import type { RefObject } from 'react';
import { classNames } from './class-names.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

interface LightboxProps {
  /** Null while the lightbox is closed. */
  image: { src: string; label: string; opener: HTMLElement } | null;
  onClose: () => void;
  /** Receives the focus after closing if the opener no longer exists. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Shows one image over the whole screen. */
export function Lightbox({ image, onClose, returnFocusTo }: LightboxProps) {
  useCloseOnBack(image !== null, onClose);
  // Keep the last image for the fade-out.
  const [shown, setShown] = useState(image);
  if (image !== null && image !== shown) setShown(image);
  const { src, label, opener } = image ?? shown ?? { src: undefined, label: '', opener: null };
  return (
    <Primitive.Root open={image !== null} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-dialog animate-fade-in bg-lightbox data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          aria-describedby={undefined}
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
          <img
            src={src}
            alt={label}
            className="relative max-h-[calc(100dvh-32px)] max-w-[calc(100vw-32px)] rounded-control object-contain"
          />
          <Primitive.Close
            aria-label="Close"
            title="Close"
            className={classNames(
              'absolute top-[max(12px,env(safe-area-inset-top))] right-3 inline-flex size-11 items-center justify-center rounded-full',
              'bg-lightbox-control text-on-lightbox transition-opacity hover:opacity-85 focus-visible:outline-on-lightbox',
            )}
          >
            <X aria-hidden="true" className="size-5" />
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
