import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useEffect } from 'react';
import { useChat } from '../../api/chats.ts';
import { useTypingSignal } from '../../api/typing.live.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useAttachments } from '../../state/attachments.ts';
import { saveDraftNow } from '../../state/draft-sync.ts';
import { setDraftText, useDraftText } from '../../state/drafts.ts';
import { endReply, useReply } from '../../state/replies.ts';
import { toContent } from './mention-text.ts';
import { useMentionOptions } from './use-mentions.ts';

const thumbsUp = '👍';

/** The draft of a chat. It is kept when the user leaves the chat, and cleared once it is sent. */
export function useComposer(chatId: ChatId) {
  const options = useMentionOptions(chatId);
  const outbox = useOutbox();
  const typing = useTypingSignal(chatId);
  const text = useDraftText(chatId);
  const attachments = useAttachments(chatId);
  const replyTo = useReply(chatId);
  useEffect(() => () => saveDraftNow(chatId), [chatId]);
  const { content, mentions } = toContent(text, options);
  // Before the members are known, a draft that mentions somebody would be sent as plain text.
  const areMentionsUnknown = useChat(chatId).isLoading && text.includes('@');
  const isTooLong = content.length > limits.messageMaxLength;
  const canSend = !isTooLong && !areMentionsUnknown && (content !== '' || attachments.length > 0);

  return {
    text,
    options,
    setText: (next: string) => {
      setDraftText(chatId, next);
      typing.type(next);
    },
    attachments,
    replyTo,
    cancelReply: replyTo ? () => endReply(chatId) : undefined,
    isTooLong,
    length: content.length,
    canSend,
    send: () => {
      if (!canSend) return;
      outbox.sendDraft(chatId, { text, content, mentions, attachments, replyTo });
      typing.handleSent();
      endReply(chatId);
    },
    sendThumbsUp: () => {
      outbox.sendText(chatId, thumbsUp, replyTo);
      endReply(chatId);
    },
  };
}
