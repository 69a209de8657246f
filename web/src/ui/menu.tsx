import { DropdownMenu as Primitive } from 'radix-ui';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { isFocusLost } from './restore-focus.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
  align?: 'start' | 'end';
  /** After a choice with the pointer, the trigger does not get the focus: Space would press it. */
  releasesFocus?: boolean;
}

export function Menu({ trigger, children, onOpenChange, align = 'end', releasesFocus = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const isByPointer = useRef(false);
  const change = (isNowOpen: boolean) => {
    if (isNowOpen) isByPointer.current = false;
    setOpen(isNowOpen);
    onOpenChange?.(isNowOpen);
  };
  useCloseOnBack(isOpen, () => change(false));
  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={change}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      {/* Rendered in place instead of in a portal, so that the menu stays inside its landmark. */}
      <Primitive.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        onPointerUp={() => {
          isByPointer.current = true;
        }}
        onKeyDown={() => {
          isByPointer.current = false;
        }}
        onCloseAutoFocus={(event) => {
          // What the choice has opened may have taken the focus.
          if (releasesFocus && (isByPointer.current || !isFocusLost())) event.preventDefault();
        }}
        className="z-menu min-w-52 animate-rise rounded-card bg-raised p-1.5 shadow-raised"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}

interface MenuItemProps {
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
  /** Marks something new behind this item. */
  badge?: ReactNode;
  /** A sentence below the label. */
  description?: string;
  isDisabled?: boolean;
  /** The action deletes something. */
  isDestructive?: boolean;
}

export function MenuItem({ icon, onSelect, children, badge, description, ...is }: MenuItemProps) {
  const { isDisabled = false, isDestructive = false } = is;
  return (
    <Primitive.Item
      onSelect={onSelect}
      disabled={isDisabled}
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-control px-3 text-14 font-medium select-none roomy:min-h-9 [&_svg]:size-4.5',
        'outline-none data-disabled:text-muted data-highlighted:bg-hover',
        isDestructive ? 'text-danger' : '[&_svg]:text-muted',
      )}
    >
      {icon}
      <span className="flex-1">
        {children}
        {description !== undefined && (
          <span className="block max-w-60 py-0.5 text-13 font-normal text-muted">{description}</span>
        )}
      </span>
      {badge}
    </Primitive.Item>
  );
}
