import type { Message } from '@chat-app/contract';
import { clockTime } from '../../lib/day-label.ts';
import { classNames } from '../../ui/class-names.ts';

interface MessageItemProps {
  message: Message;
  isGroup: boolean;
  isFirstOfSender: boolean;
}

export function MessageItem({ message, isGroup, isFirstOfSender }: MessageItemProps) {
  const { sender, createdAt } = message;
  if (sender === null) return <Notice message={message} />;
  return (
    <div
      className={classNames(
        'group flex flex-col',
        isFirstOfSender ? 'pt-3' : 'pt-0.5',
        sender.isMine ? 'items-end' : 'items-start',
      )}
    >
      {isGroup && isFirstOfSender && !sender.isMine && (
        <p className="mb-1 max-w-full truncate pl-3 text-13 font-medium text-muted">
          <bdi>{sender.name}</bdi>
        </p>
      )}
      <div className="relative max-w-[85%] roomy:max-w-[68%]">
        <Bubble message={message} isMine={sender.isMine} />
        <time
          dateTime={createdAt}
          className={classNames(
            'absolute inset-y-0 flex items-center px-2 text-[12px] whitespace-nowrap text-muted tabular-nums opacity-0 transition-opacity group-hover:opacity-100',
            sender.isMine ? 'right-full' : 'left-full',
          )}
        >
          {clockTime(createdAt)}
        </time>
      </div>
    </div>
  );
}

function Bubble({ message: { type, content }, isMine }: { message: Message; isMine: boolean }) {
  if (type === 'emoji') return <span className="text-[40px] leading-tight">{content}</span>;
  return (
    <div
      dir="auto"
      className={classNames(
        'min-w-0 rounded-bubble px-3.5 py-2 text-15 wrap-anywhere whitespace-pre-wrap',
        isMine ? 'bg-accent-fill text-on-accent' : 'border border-line bg-surface',
      )}
    >
      {type === 'image' ? 'sent an image' : content}
    </div>
  );
}

/** What happened in the chat, rather than what somebody said. */
function Notice({ message }: { message: Message }) {
  return (
    <p className="flex justify-center px-4 pt-3 text-center text-13 text-muted">
      <bdi className="wrap-anywhere" title={clockTime(message.createdAt)}>
        {message.content}
      </bdi>
    </p>
  );
}
