import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { restoreFocus, isFocusLost } from './restore-focus.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

interface ContextMenuProps {
  label: string;
  /** In the window; null while the menu is closed. */
  position: { x: number; y: number } | null;
  onClose: () => void;
  /** The element that had the focus before; null if a finger opened the menu. Used after the menu has closed. */
  returnFocusTo: Element | null;
  children: ReactNode;
}

/** A menu at the position of the pointer. */
export function ContextMenu({ label, position, onClose, returnFocusTo, children }: ContextMenuProps) {
  useCloseOnBack(position !== null, onClose);
  return (
    <Primitive.Root open={position !== null} onOpenChange={(isNowOpen) => !isNowOpen && onClose()}>
      <Primitive.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: position?.x ?? 0, top: position?.y ?? 0 }}
        />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align="start"
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (returnFocusTo && isFocusLost()) restoreFocus(returnFocusTo);
          }}
          className="z-menu min-w-44 animate-rise rounded-card bg-raised p-1.5 shadow-raised"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A line above the items. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-3 pt-1 pb-1.5 text-13 text-muted tabular-nums">{children}</Primitive.Label>;
}
