import { AlertDialog as Primitive } from 'radix-ui';
import { useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { restoreFocus, withAncestors } from './restore-focus.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

interface ConfirmDialogProps {
  question: string;
  details: string;
  confirmLabel: string;
  isOpen: boolean;
  isBusy?: boolean;
  /** False if the action loses nothing. */
  isDestructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Contains the dialog instead of the page, for a part of it that may be the full screen. */
  container?: HTMLElement | null;
  /** Receives the focus if the element that opened the dialog no longer exists. */
  returnFocusTo?: RefObject<HTMLElement | null>;
}

/** Asks before an action that is hard to undo. Cancel has the initial focus. */
export function ConfirmDialog({
  question,
  details,
  confirmLabel,
  isOpen,
  isBusy = false,
  isDestructive = true,
  onConfirm,
  onCancel,
  container,
  returnFocusTo,
}: ConfirmDialogProps) {
  // The opener with its ancestors, because it may be removed with its row before the dialog closes.
  const opener = useRef<readonly Element[]>([]);
  useCloseOnBack(isOpen, onCancel);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(isNowOpen) => !isNowOpen && onCancel()}>
      <Primitive.Portal container={container}>
        <Primitive.Overlay className="fixed inset-0 z-dialog animate-fade-in bg-scrim data-[state=closed]:animate-fade-out" />
        <Primitive.Content
          onOpenAutoFocus={() => {
            opener.current = withAncestors(document.activeElement);
          }}
          onCloseAutoFocus={(event) => {
            // The dialog has no trigger element, so the focus would be lost.
            event.preventDefault();
            // An ancestor comes last: the page's `main` would always take it.
            restoreFocus(opener.current[0], returnFocusTo?.current, ...opener.current);
          }}
          className={classNames(
            'fixed inset-x-4 top-1/2 z-dialog mx-auto max-w-[400px] -translate-y-1/2 p-5 roomy:p-6',
            'animate-rise rounded-card bg-raised shadow-raised focus-visible:outline-none data-[state=closed]:animate-sink',
          )}
        >
          <Primitive.Title className="text-17 font-semibold text-balance">{question}</Primitive.Title>
          <Primitive.Description className="mt-1.5 wrap-break-word text-muted">{details}</Primitive.Description>
          <div className="mt-5 flex flex-col-reverse gap-2 roomy:flex-row roomy:justify-end">
            <Primitive.Cancel asChild>
              <Button variant="secondary">Cancel</Button>
            </Primitive.Cancel>
            <Button variant={isDestructive ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
