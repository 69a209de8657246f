import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useIsBlocked } from '../../state/blocked-users.ts';
import type { MessageRow } from './layout-messages.ts';

interface FoldedMessageProps {
  row: MessageRow;
  isGroup: boolean;
  children: ReactNode;
}

/** In a group, a message of somebody whom the user has blocked is shown on request only. */
export function FoldedMessage({ row, isGroup, children }: FoldedMessageProps) {
  const isBlocked = useIsBlocked(row.sender?._id);
  const [isShown, setShown] = useState(false);
  if (!isGroup || !isBlocked || isShown) return children;
  return (
    <article
      aria-label="Message of a blocked person"
      data-key={row.key}
      className="flex items-center gap-2 pt-0.5 pl-9 text-13 text-muted"
    >
      <Ban aria-hidden="true" className="size-3.5 shrink-0" />
      Blocked message
      <button
        type="button"
        className="inline-flex min-h-11 items-center rounded-control px-2 font-semibold underline-offset-2 hover:underline roomy:min-h-7"
        onClick={() => setShown(true)}
      >
        Show
      </button>
    </article>
  );
}
