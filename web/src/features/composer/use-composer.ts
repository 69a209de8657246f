import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { sendAttachments, sendText } from '../../api/outbox.ts';
import { takeAttachments, useAttachments } from '../../state/attachments.ts';
import { clearDraftText, setDraftText, useDraftText } from '../../state/drafts.ts';

const thumbsUp = '👍';

/** What is being written in a chat. It is kept when the chat is left, and gone once it is sent. */
export function useComposer(chatId: ChatId) {
  const text = useDraftText(chatId);
  const attachments = useAttachments(chatId);
  const content = text.trim();
  const isTooLong = content.length > limits.messageMaxLength;

  return {
    text,
    type: (next: string) => setDraftText(chatId, next),
    attachments,
    isTooLong,
    length: content.length,
    canSend: !isTooLong && (content !== '' || attachments.length > 0),
    /** Nothing to send is ignored. */
    send: () => {
      if (isTooLong) return;
      if (attachments.length > 0) sendAttachments(chatId, takeAttachments(chatId));
      if (content !== '') sendText(chatId, content);
      clearDraftText(chatId, text);
    },
    sendThumbsUp: () => sendText(chatId, thumbsUp),
  };
}
