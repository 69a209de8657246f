import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { keepOpenForToasts } from './dialog.tsx';
import { isTypingElsewhere, restoreFocus } from './restore-focus.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

interface PaletteDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog for a field with a list below it, in the upper part of the screen. On phones it covers the screen. */
export function PaletteDialog({ title, isOpen, onClose, returnFocusTo, children }: PaletteDialogProps) {
  useCloseOnBack(isOpen, onClose);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-dialog-scrim animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          aria-describedby={undefined}
          onInteractOutside={keepOpenForToasts}
          onOpenAutoFocus={focusField}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isTypingElsewhere()) restoreFocus(returnFocusTo.current);
          }}
          className={classNames(
            'z-dialog flex flex-col overflow-hidden bg-raised shadow-raised focus-visible:outline-none',
            'fixed inset-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]',
            'roomy:inset-x-0 roomy:top-[12dvh] roomy:bottom-auto roomy:mx-auto roomy:w-[620px] roomy:rounded-card roomy:pt-0 roomy:pb-0',
            'animate-fade-in data-[state=closed]:animate-fade-out',
          )}
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function focusField(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.querySelector('input')?.focus();
}
