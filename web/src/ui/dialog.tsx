import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import { restoreFocus, isTypingElsewhere } from './restore-focus.ts';
import { IconButton } from './icon-button.tsx';
import { SheetHandle } from './sheet-handle.tsx';
import { toasterAttribute } from './toaster.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';

interface DialogProps {
  title: string;
  description: string;
  isOpen: boolean;
  onClose: () => void;
  /** Receives the focus after closing. Needed if the opener, such as a menu item, no longer exists by then. */
  returnFocusTo: RefObject<HTMLElement | null>;
  /** For dialogs that must not close by an accidental click outside. */
  ignoresOutsideClicks?: boolean;
  /** The label of the close button, if closing has a special meaning. */
  closeLabel?: string;
  children: ReactNode;
}

/** A modal dialog in the centre of the screen. On phones it is a sheet at the bottom. */
export function Dialog({
  title,
  description,
  isOpen,
  onClose,
  returnFocusTo,
  ignoresOutsideClicks = false,
  closeLabel = 'Close',
  children,
}: DialogProps) {
  useCloseOnBack(isOpen, onClose);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-dialog animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          onInteractOutside={ignoresOutsideClicks ? keepOpen : keepOpenForToasts}
          onOpenAutoFocus={focusDialogItself}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isTypingElsewhere()) restoreFocus(returnFocusTo.current);
          }}
          className={classNames(
            'z-dialog flex flex-col overflow-hidden bg-raised shadow-raised focus-visible:outline-none',
            'fixed inset-x-0 bottom-0 max-h-[92dvh] rounded-t-card pb-[env(safe-area-inset-bottom)]',
            'animate-sheet-in data-[state=closed]:animate-sheet-out',
            'roomy:inset-0 roomy:m-auto roomy:h-fit roomy:max-h-[min(720px,calc(100dvh-48px))] roomy:w-[440px] roomy:rounded-card roomy:pb-0',
            'roomy:animate-rise roomy:data-[state=closed]:animate-sink',
          )}
        >
          <SheetHandle onClose={onClose} />
          <header className="flex items-center justify-between gap-3 pt-5 pr-3 pl-5 roomy:pt-4 roomy:pl-6">
            <Primitive.Title className="text-17 font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={closeLabel} icon={<X aria-hidden="true" />} />
            </Primitive.Close>
          </header>
          <Primitive.Description className="sr-only">{description}</Primitive.Description>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Focuses the dialog, so that its title is announced and no button looks selected, or the element with `data-first-focus`. */
function focusDialogItself(event: Event): void {
  event.preventDefault();
  if (!(event.target instanceof HTMLElement)) return;
  (event.target.querySelector<HTMLElement>('[data-first-focus]') ?? event.target).focus();
}

const keepOpen = (event: Event) => event.preventDefault();

export function keepOpenForToasts(event: CustomEvent<{ originalEvent: Event }>): void {
  const { target } = event.detail.originalEvent;
  if (!(target instanceof Element)) return;
  // This event fires after the click, when a toast that the click closed is no longer in the document.
  if (!target.isConnected || target.closest(`[${toasterAttribute}]`)) event.preventDefault();
}
