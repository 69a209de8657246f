import { memo } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { FoldedMessage } from './folded-message.tsx';
import type { MessageActions } from './message-actions.ts';
import { MessageBoundary } from './message-boundary.tsx';
import { MessageItem } from './message-item.tsx';
import { Selectable } from './selectable.tsx';
import { SystemMessage } from './system-message.tsx';
import type { MessageRow as Row } from './layout-messages.ts';

interface MessageRowProps {
  row: Row;
  isGroup: boolean;
  actions: MessageActions;
}

/** A message, with the label of a new day and the 'New messages' divider above it. */
// Every new message recreates all rows. Without `memo`, all visible ones would re-render each time.
export const MessageRow = memo(function MessageRow({ row, isGroup, actions }: MessageRowProps) {
  return (
    <div className="mx-auto w-full max-w-(--column) px-4 roomy:px-6">
      {row.day !== null && (
        <DayLabel day={row.day} onPick={(opener) => actions.onPickDay({ at: row.message.createdAt, opener })} />
      )}
      {row.isFirstUnread && <NewMessagesDivider />}
      <MessageBoundary>
        {row.sender === null ? (
          <SystemMessage message={row.message} />
        ) : (
          <FoldedMessage row={row} isGroup={isGroup}>
            <Selectable message={row.message} isSelectable={row.outgoing === null}>
              <MessageItem row={row} sender={row.sender} isGroup={isGroup} actions={actions} />
            </Selectable>
          </FoldedMessage>
        )}
      </MessageBoundary>
    </div>
  );
}, isSameRow);

/** Opens a calendar. */
function DayLabel({ day, onPick }: { day: string; onPick: (opener: HTMLElement) => void }) {
  return (
    <p className="flex justify-center pt-5 pb-1">
      <button
        type="button"
        title="Jump to a date"
        onClick={({ currentTarget }) => onPick(currentTarget)}
        className={classNames(
          'relative rounded-full bg-hover px-3 py-0.5 text-13 font-medium text-muted transition-colors hover:text-text',
          'after:absolute after:-inset-x-2 after:-inset-y-2.5',
        )}
      >
        {day}
      </button>
    </p>
  );
}

function NewMessagesDivider() {
  return (
    <div className="flex items-center gap-3 pt-4 pb-1 text-13 font-medium text-accent">
      <hr aria-label="New messages" className="h-px flex-1 border-0 bg-accent" />
      <span aria-hidden="true">New messages</span>
      <hr aria-hidden="true" className="h-px flex-1 border-0 bg-accent" />
    </div>
  );
}

/** Compares what the rows show, because every layout creates new row objects. */
function isSameRow(one: MessageRowProps, next: MessageRowProps): boolean {
  return (
    one.isGroup === next.isGroup &&
    one.actions === next.actions &&
    one.row.day === next.row.day &&
    one.row.isFirstUnread === next.row.isFirstUnread &&
    one.row.position === next.row.position &&
    one.row.outgoing === next.row.outgoing &&
    one.row.sender?.name === next.row.sender?.name &&
    one.row.sender?.avatar === next.row.sender?.avatar &&
    (one.row.outgoing !== null || one.row.message === next.row.message)
  );
}
