import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { sendAttachments, sendText } from '../../api/outbox.ts';
import { keepDraft, readDraft, takeAttachments, useAttachments } from '../../state/drafts.ts';

const thumbsUp = '👍';

/** What is being written in a chat. It is kept when the chat is left, and gone once it is sent. */
export function useComposer(chatId: ChatId) {
  const { id: myId } = useMe();
  const [text, setText] = useState(() => readDraft(myId, chatId));
  const attachments = useAttachments(chatId);
  const content = text.trim();
  const isTooLong = content.length > limits.messageMaxLength;

  const type = (next: string) => {
    setText(next);
    keepDraft(myId, chatId, next);
  };

  return {
    text,
    type,
    attachments,
    isTooLong,
    length: content.length,
    canSend: !isTooLong && (content !== '' || attachments.length > 0),
    /** Nothing to send is ignored. */
    send: () => {
      if (isTooLong) return;
      if (attachments.length > 0) sendAttachments(chatId, takeAttachments(chatId));
      if (content !== '') sendText(chatId, content);
      type('');
    },
    sendThumbsUp: () => sendText(chatId, thumbsUp),
  };
}
