import { withMentionNames } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import { Ellipsis, Trash2, X } from 'lucide-react';
import { useOutbox } from '../../outbox/outbox.ts';
import { clockTime, exactTime } from '../../format/day-label.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { endsGroup } from './layout-messages.ts';
import type { MessageRow } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface MessageMetaProps extends Pick<MessageActions, 'onOpenMenu' | 'onRequestDelete'> {
  row: MessageRow;
  isMine: boolean;
}

/** Positioned beside the bubble without taking space, so that nothing moves when it appears. */
export function MessageMeta({ row, isMine, onOpenMenu, onRequestDelete }: MessageMetaProps) {
  const { message, outgoing, position } = row;
  if (outgoing) return <OutgoingStatus outgoing={outgoing} isLast={endsGroup(position)} />;
  return (
    <div
      className={classNames(
        'absolute inset-y-0 flex items-center gap-1 px-2',
        'pointer-events-none opacity-0 transition-opacity',
        'group-focus-within:pointer-events-auto group-focus-within:opacity-100 group-hover:pointer-events-auto group-hover:opacity-100',
        isMine ? 'right-full' : 'left-full',
      )}
    >
      <IconButton
        label={`Message menu: ${nameOf(message)}`}
        icon={<Ellipsis aria-hidden="true" />}
        className="size-8 roomy:size-8"
        onClick={({ currentTarget }) => {
          const { left: x, bottom: y } = currentTarget.getBoundingClientRect();
          onOpenMenu(row, { point: { x, y }, by: 'touch', opener: currentTarget, href: null, selectedText: '' });
        }}
      />
      {isMine && (
        <IconButton
          label={`Delete message: ${nameOf(message)}`}
          icon={<Trash2 aria-hidden="true" />}
          tone="danger"
          className="size-8 roomy:size-8"
          onClick={() => onRequestDelete(message)}
        />
      )}
      {!endsGroup(position) && (
        <>
          <time
            dateTime={message.createdAt}
            title={exactTime(message.createdAt)}
            className="text-13 whitespace-nowrap text-muted tabular-nums max-roomy:sr-only"
          >
            {clockTime(message.createdAt)}
          </time>
          {isMine && <DeliveryStatus seq={message.seq} />}
        </>
      )}
    </div>
  );
}

const maxLabelLength = 30;

/** Names the message, because a screen reader cannot tell identical labels apart. */
function nameOf({ type, content, mentions }: Message): string {
  return type === 'image' ? 'image' : withMentionNames(content, mentions).slice(0, maxLabelLength);
}

/** The last message of a group has its clock below, next to the time. */
function OutgoingStatus({ outgoing, isLast }: { outgoing: OutgoingMessage; isLast: boolean }) {
  const { clientId, phase, progress } = outgoing;
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
      {!isLast && <DeliveryStatus seq={null} />}
    </div>
  );
}
