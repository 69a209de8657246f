import type { Message } from '@chat-app/contract';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { inNextFrame } from '../../browser/page.ts';
import { senderName } from '../../format/people.ts';
import { messageLine } from '../../format/quote-text.ts';
import { takeStart, toggleSelected, useIsSelecting, useSelectState } from '../../state/message-selection.ts';
import { CheckCircle } from '../../ui/check-circle.tsx';
import { classNames } from '../../ui/class-names.ts';

interface SelectableProps {
  message: Message;
  /** False for a message that the server does not have yet. */
  isSelectable: boolean;
  children: ReactNode;
}

/** While messages are being selected, a checkbox covers the message, and nothing in it reacts. Nothing moves. */
export function Selectable({ message, isSelectable, children }: SelectableProps) {
  const isSelecting = useIsSelecting(message.chatId);
  return (
    <div className="relative">
      <div inert={isSelecting} data-selecting={isSelecting || undefined}>
        {children}
      </div>
      {isSelecting && isSelectable && <SelectBox message={message} />}
    </div>
  );
}

function SelectBox({ message }: { message: Message }) {
  const state = useSelectState(message._id);
  const box = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      // After the menu has closed and returned the focus.
      inNextFrame(() => {
        if (takeStart(message._id)) box.current?.focus({ preventScroll: true });
      }),
    [message._id],
  );
  const isSelected = state === 'selected';
  return (
    <label
      className={classNames(
        'absolute -inset-x-2 inset-y-0 z-raised cursor-pointer rounded-control transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isSelected ? 'bg-accent/10' : 'hover:bg-hover/50',
      )}
    >
      <input
        ref={box}
        type="checkbox"
        aria-label={`${senderName(message)}: ${messageLine(message)}`}
        checked={isSelected}
        // Not `disabled`: the arrow keys must be able to pass it.
        aria-disabled={state === 'full'}
        data-select
        onChange={() => state !== 'full' && toggleSelected(message._id)}
        onKeyDown={moveWithArrows}
        className="sr-only"
      />
      {/* In place of the avatar. */}
      <CheckCircle isChecked={isSelected} className="absolute top-1/2 left-2.5 size-6 -translate-y-1/2 *:size-3.5" />
    </label>
  );
}

/** The arrow keys move between the messages. */
function moveWithArrows(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const boxes = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[data-select]') ?? [])];
  boxes[boxes.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
