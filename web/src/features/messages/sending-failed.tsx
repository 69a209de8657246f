import { CircleAlert } from 'lucide-react';
import { useOutbox } from '../../outbox/outbox.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';

const button =
  'inline-flex min-h-11 items-center rounded-control px-2 font-semibold underline-offset-2 hover:underline roomy:min-h-7';

/** Shows why a message was not sent, with buttons to retry or delete it. */
export function SendingFailed({ outgoing: { clientId, reason, replyTo } }: { outgoing: OutgoingMessage }) {
  const outbox = useOutbox();
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-2 text-13 text-danger">
      <p className="flex min-w-0 items-center gap-1 wrap-anywhere">
        <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />
        {reason || 'Not sent'}
      </p>
      <span className="flex shrink-0">
        <button type="button" className={button} onClick={() => outbox.retry(clientId)}>
          {replyTo?.isDeleted ? 'Send without quote' : 'Retry'}
        </button>
        <button type="button" className={button} onClick={() => outbox.discard(clientId)}>
          Delete
        </button>
      </span>
    </div>
  );
}
