import type { Message } from '@chat-app/contract';
import { identityColourOf } from '@chat-app/contract';
import { clockTime, exactTime } from '../../format/day-label.ts';
import { firstLink } from './message-links.ts';
import { ForwardedLabel } from './forwarded-label.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { beginsGroup, endsGroup } from './layout-messages.ts';
import type { MessageRow } from './layout-messages.ts';
import { LinkPreviewCard } from './link-preview-card.tsx';
import type { MessageActions } from './message-actions.ts';
import { MessageMeta } from './message-meta.tsx';
import { MessageContent } from './message-content.tsx';
import { MessageGestures } from './message-gestures.tsx';
import { QuoteBlock } from './quote-block.tsx';
import { ReactionChips } from './reaction-chips.tsx';
import { SendingFailed } from './sending-failed.tsx';

interface MessageItemProps {
  row: MessageRow;
  sender: NonNullable<Message['sender']>;
  isGroup: boolean;
  actions: MessageActions;
}

/** A message bubble: own messages on the right, others with an avatar on the left. */
export function MessageItem({ row, sender, isGroup, actions }: MessageItemProps) {
  const { message, outgoing, position } = row;
  const { isMine } = sender;
  const isFirst = beginsGroup(position);
  const senderLabel = isMine ? 'you' : sender.name;
  return (
    <article
      aria-label={isMine ? 'You' : sender.name}
      data-key={row.key}
      className={classNames(
        'group flex gap-2 rounded-card focus-visible:outline-offset-0',
        isFirst ? 'pt-3' : 'pt-0.5',
        isMine && 'justify-end',
      )}
    >
      {!isMine && <SenderAvatar sender={sender} isShown={endsGroup(position)} />}
      <div
        className={classNames(
          'flex max-w-[82%] roomy:max-w-[68%] min-w-0 flex-col',
          isMine ? 'items-end' : 'items-start',
        )}
      >
        {isGroup && isFirst && !isMine && <SenderName sender={sender} />}
        <MessageGestures row={row} isMine={isMine} onOpenMenu={actions.onOpenMenu}>
          <Origin message={message} />
          <div data-bubble className="relative flex max-w-full min-w-0">
            <MessageContent row={row} isMine={isMine} senderLabel={senderLabel} actions={actions} />
            <MessageMeta row={row} isMine={isMine} actions={actions} />
          </div>
          {outgoing === null && <Preview message={message} />}
          {message.reactions && <ReactionChips message={message} reactions={message.reactions} isMine={isMine} />}
        </MessageGestures>
        <Footer row={row} isMine={isMine} />
      </div>
    </article>
  );
}

/** What the message was forwarded from, or replies to. */
function Origin({ message: { forwardedFrom, replyTo, chatId } }: { message: Message }) {
  if (forwardedFrom) return <ForwardedLabel name={forwardedFrom.name} />;
  return replyTo ? <QuoteBlock quote={replyTo} chatId={chatId} /> : null;
}

/** When the last message of a group was sent and whether it was read, or why a message was not sent. */
function Footer({ row: { message, outgoing, position }, isMine }: Pick<MessageItemProps, 'row'> & { isMine: boolean }) {
  if (outgoing?.phase === 'failed') return <SendingFailed outgoing={outgoing} />;
  if (!endsGroup(position)) return null;
  const at = message.createdAt;
  return (
    <p className="mt-0.5 flex items-center gap-1 px-1 text-[12px] leading-4 text-muted tabular-nums">
      <time dateTime={at} title={exactTime(at)}>
        {clockTime(at)}
      </time>
      {isMine && <DeliveryStatus seq={outgoing ? null : message.seq} />}
    </p>
  );
}

function SenderAvatar({ sender, isShown }: { sender: MessageItemProps['sender']; isShown: boolean }) {
  return (
    <span className={classNames('flex w-7 shrink-0 items-end in-data-selecting:invisible', isShown && 'pb-4.5')}>
      {isShown && <Avatar src={sender.avatar} name={sender.name} className="size-7 text-13" />}
    </span>
  );
}

/** Hidden from screen readers, which read the sender's name with every message. */
function SenderName({ sender: { _id, name } }: Pick<MessageItemProps, 'sender'>) {
  return (
    <p
      aria-hidden="true"
      style={{ color: `var(--name-${identityColourOf(_id)})` }}
      className="mb-1 max-w-full overflow-clip px-1 text-13 font-medium"
    >
      <bdi className="block truncate">{name}</bdi>
    </p>
  );
}

function Preview({ message: { type, content } }: { message: Message }) {
  const link = type === 'text' ? firstLink(content) : null;
  return link === null ? null : <LinkPreviewCard url={link} />;
}
