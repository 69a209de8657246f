import { isEmojiOnly } from './emoji-only.ts';
import { bubbleClasses } from './bubble-classes.ts';
import { FileCard } from './file-card.tsx';
import type { MessageRow } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageImage } from './message-image.tsx';
import { MessageText } from './message-text.tsx';

interface MessageContentProps {
  row: MessageRow;
  isMine: boolean;
  senderLabel: string;
  actions: MessageActions;
}

export function MessageContent({ row, isMine, senderLabel, actions }: MessageContentProps) {
  const { message, outgoing, position } = row;
  const phase = outgoing?.phase ?? 'sent';
  const bubble = bubbleClasses({ isMine, position, phase });
  if (message.type === 'image') {
    return (
      <MessageImage message={message} outgoing={outgoing} senderLabel={senderLabel} onOpen={actions.onOpenImage} />
    );
  }
  if (message.type === 'file' || message.type === 'fileTransfer') {
    return (
      <FileCard
        message={message}
        uploaded={phase === 'sending' ? (outgoing?.progress ?? null) : null}
        className={bubble}
      />
    );
  }
  if (message.type === 'emoji' || isEmojiOnly(message.content)) {
    return <p className="overflow-clip px-1 text-[40px] leading-[1.2] wrap-anywhere">{message.content}</p>;
  }
  return (
    <MessageText
      text={message.content}
      className={bubble}
      onShowFull={(opener) => actions.onShowFull({ message, opener })}
    />
  );
}
