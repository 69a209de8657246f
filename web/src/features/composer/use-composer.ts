import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useOutbox } from '../../outbox/outbox.ts';
import { useAttachments } from '../../state/attachments.ts';
import { setDraftText, useDraftText } from '../../state/drafts.ts';

const thumbsUp = '👍';

/** The draft of a chat. It is kept when the user leaves the chat, and cleared once it is sent. */
export function useComposer(chatId: ChatId) {
  const outbox = useOutbox();
  const text = useDraftText(chatId);
  const attachments = useAttachments(chatId);
  const content = text.trim();
  const isTooLong = content.length > limits.messageMaxLength;
  const canSend = !isTooLong && (content !== '' || attachments.length > 0);

  return {
    text,
    setText: (next: string) => setDraftText(chatId, next),
    attachments,
    isTooLong,
    length: content.length,
    canSend,
    send: () => {
      if (canSend) outbox.sendDraft(chatId, text, attachments);
    },
    sendThumbsUp: () => outbox.sendText(chatId, thumbsUp),
  };
}
