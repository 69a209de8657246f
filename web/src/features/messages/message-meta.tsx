import type { Message } from '@chat-app/contract';
import { Ellipsis, Reply, SmilePlus, Trash2, X } from 'lucide-react';
import { use } from 'react';
import { bottomLeftOf } from '../../browser/screen.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { clockTime, exactTime } from '../../format/day-label.ts';
import { messageLabel } from '../../format/quote-text.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { CanReplyContext } from './can-reply.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { endsGroup } from './layout-messages.ts';
import type { MessageRow } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { beginReply } from '../../state/replies.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { loadEmojiPicker } from '../../ui/lazy-emoji-picker.tsx';

interface MessageMetaProps {
  row: MessageRow;
  isMine: boolean;
  actions: Pick<MessageActions, 'onOpenMenu' | 'onRequestDelete' | 'onRequestReaction'>;
}

/** Positioned beside the bubble without taking space, so that nothing moves when it appears. */
export function MessageMeta({ row, isMine, actions }: MessageMetaProps) {
  const { message, outgoing, position } = row;
  if (outgoing) return <OutgoingStatus outgoing={outgoing} isLast={endsGroup(position)} />;
  const name = messageLabel(message);
  return (
    <div
      className={classNames(
        'absolute inset-y-0 flex items-center gap-0.5 px-2',
        'pointer-events-none opacity-0 transition-opacity',
        'group-hover:pointer-events-auto group-hover:opacity-100',
        'group-focus-visible:pointer-events-auto group-focus-visible:opacity-100',
        'group-has-focus-visible:pointer-events-auto group-has-focus-visible:opacity-100',
        isMine ? 'right-full' : 'left-full',
      )}
    >
      <QuickButtons message={message} name={name} onRequestReaction={actions.onRequestReaction} />
      <IconButton
        label={`Message menu: ${name}`}
        icon={<Ellipsis aria-hidden="true" />}
        // Enter on the message opens it too. Buttons of each message would be dozens of stops before the list.
        tabIndex={-1}
        className="size-8 roomy:size-8"
        onClick={({ currentTarget }) => {
          const point = bottomLeftOf(currentTarget);
          actions.onOpenMenu(row, { point, by: 'other', opener: currentTarget, href: null, selectedText: '' });
        }}
      />
      {isMine && (
        <IconButton
          label={`Delete message: ${name}`}
          icon={<Trash2 aria-hidden="true" />}
          tabIndex={-1}
          tone="danger"
          className="size-8 roomy:size-8"
          onClick={() => actions.onRequestDelete(message)}
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

interface QuickButtonsProps extends Pick<MessageActions, 'onRequestReaction'> {
  message: Message;
  name: string;
}

/** For the mouse on wide screens; the menu offers the same. */
function QuickButtons({ message, name, onRequestReaction }: QuickButtonsProps) {
  const canReply = use(CanReplyContext);
  return (
    <>
      <IconButton
        label={`React to: ${name}`}
        icon={<SmilePlus aria-hidden="true" />}
        tabIndex={-1}
        className="size-8 max-roomy:hidden roomy:size-8"
        onPointerEnter={() => void loadEmojiPicker()}
        onClick={({ currentTarget }) =>
          onRequestReaction({ message, point: bottomLeftOf(currentTarget), opener: currentTarget })
        }
      />
      {canReply && (
        <IconButton
          label={`Reply to: ${name}`}
          icon={<Reply aria-hidden="true" />}
          tabIndex={-1}
          className="size-8 max-roomy:hidden roomy:size-8"
          onClick={() => beginReply(message)}
        />
      )}
    </>
  );
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
