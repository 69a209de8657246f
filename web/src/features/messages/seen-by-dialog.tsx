import type { Message } from '@chat-app/contract';
import type { RefObject } from 'react';
import { clockTime, dayLabel } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { useViewers } from './seen-by.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

const minuteMs = 60_000;

interface SeenByDialogProps {
  /** Null while the dialog is closed. */
  message: Message | null;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Everybody who has seen a message. */
export function SeenByDialog({ message, onClose, returnFocusTo }: SeenByDialogProps) {
  const shown = useLastShown(message);
  return (
    <Dialog
      title="Seen by"
      description="The members who have seen the message"
      isOpen={message !== null}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {shown && <Viewers message={shown} />}
    </Dialog>
  );
}

function Viewers({ message }: { message: Message }) {
  const viewers = useViewers(message);
  const nowMs = useNow(minuteMs);
  return (
    <>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
        tabIndex={0}
        aria-label="Seen by"
        className="min-h-0 overflow-y-auto px-5 focus-visible:-outline-offset-2 roomy:px-6"
      >
        {viewers.map(({ _id, name, avatar, at }) => (
          <li key={_id}>
            <PersonRow
              name={name}
              avatar={avatar}
              subtitle={at !== null && <time dateTime={at}>{`${dayLabel(at, nowMs)}, ${clockTime(at)}`}</time>}
            />
          </li>
        ))}
      </ul>
      <p className="px-5 pt-2 pb-6 text-13 text-muted roomy:px-6">
        {viewers.length === 0 && 'Nobody yet. '}Members who send no read receipts are not listed.
      </p>
    </>
  );
}
