import type { Message } from '@chat-app/contract';
import { Clock, Trash2, X } from 'lucide-react';
import { useOutbox } from '../../outbox/outbox.ts';
import { clockTime } from '../../format/day-label.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface MessageMetaProps {
  message: Message;
  outgoing: OutgoingMessage | null;
  isMine: boolean;
  onRequestDelete: (message: Message) => void;
}

/** Positioned beside the bubble without taking space, so that nothing moves when it appears. */
export function MessageMeta({ message, outgoing, isMine, onRequestDelete }: MessageMetaProps) {
  if (outgoing) return <OutgoingStatus outgoing={outgoing} />;
  return (
    <div
      className={classNames(
        'absolute inset-y-0 flex items-center gap-1 px-2',
        'pointer-events-none opacity-0 transition-opacity',
        'group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100',
        isMine ? 'right-full' : 'left-full',
      )}
    >
      {isMine && (
        <IconButton
          label={deleteLabel(message)}
          icon={<Trash2 aria-hidden="true" />}
          tone="danger"
          className="size-8 roomy:size-8"
          onClick={() => onRequestDelete(message)}
        />
      )}
      <time
        dateTime={message.createdAt}
        className="text-13 whitespace-nowrap text-muted tabular-nums max-roomy:sr-only"
      >
        {clockTime(message.createdAt)}
      </time>
    </div>
  );
}

const maxLabelLength = 30;

/** Names the message, because a screen reader cannot tell identical labels apart. */
function deleteLabel({ type, content }: Message): string {
  const what = type === 'image' ? 'image' : content.slice(0, maxLabelLength);
  return `Delete message: ${what}`;
}

function OutgoingStatus({ outgoing: { clientId, phase, progress } }: { outgoing: OutgoingMessage }) {
  const outbox = useOutbox();
  if (phase === 'failed') return null;
  return (
    <div className="absolute inset-y-0 right-full flex items-center gap-1.5 px-2 text-muted">
      {(progress !== null || phase === 'waiting') && (
        <IconButton
          label={progress === null ? 'Cancel sending' : 'Cancel upload'}
          icon={<X aria-hidden="true" />}
          className="size-8 roomy:size-8"
          onClick={() => outbox.discard(clientId)}
        />
      )}
      <Clock aria-hidden="true" className="size-3.5" />
      <span className="sr-only">Sending</span>
    </div>
  );
}
