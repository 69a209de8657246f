import { classNames } from '../../ui/class-names.ts';
import { isEmojiOnly } from './emoji-only.ts';
import { bubbleClasses } from './bubble-classes.ts';
import { EditedMark } from './edited-mark.tsx';
import { FileCard } from './file-card.tsx';
import type { MessageRow } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageImage } from './message-image.tsx';
import { MessageText } from './message-text.tsx';
import { VoiceMessage } from './voice-message.tsx';

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
  if (message.type === 'voice') {
    const isOnAccent = isMine && outgoing === null;
    return <VoiceMessage {...{ message, outgoing, senderLabel, isOnAccent }} className={bubble} />;
  }
  const mark = message.editedAt !== undefined && (
    <EditedMark
      message={message}
      onShowVersions={(edited, opener) => actions.onShowVersions({ message: edited, opener })}
    />
  );
  if (message.type === 'emoji' || isEmojiOnly(message.content)) {
    return (
      <div className={classNames('flex flex-col px-1', isMine ? 'items-end' : 'items-start')}>
        <p className="overflow-clip text-[40px] leading-[1.2] wrap-anywhere">{message.content}</p>
        {mark}
      </div>
    );
  }
  return (
    <MessageText
      messageId={message._id}
      text={message.content}
      mentions={message.mentions}
      mark={mark}
      className={bubble}
      onShowFull={(opener) => actions.onShowFull({ message, opener })}
    />
  );
}
