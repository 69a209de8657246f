import { limits } from '@chat-app/contract';
import type { ChatId, Message } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEditMessage } from '../../api/edit-message.ts';
import { messagesKey } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { beginEdit, endEdit, isEditable, setEditText, useMessageEdit } from '../../state/message-edits.ts';
import { toContent, toFieldText } from './mention-text.ts';
import { useMentionOptions } from './use-mentions.ts';

/** The message that is being edited in place of the draft, which is kept; null when none is. */
export function useEdit(chatId: ChatId) {
  const edit = useMessageEdit(chatId);
  const { mutate } = useEditMessage();
  const options = useMentionOptions(chatId, edit?.message.mentions);
  if (edit === null) return null;
  const { message } = edit;
  // Until it is changed, the text is the content of the message.
  const text = edit.text ?? toFieldText(edit.content, options);
  const { content } = toContent(text, options);
  const isTooLong = content.length > limits.messageMaxLength;
  const canSend = !isTooLong && content !== '';
  return {
    message,
    text,
    options,
    setText: (next: string) => setEditText(chatId, next),
    isTooLong,
    length: content.length,
    canSend,
    cancel: () => endEdit(chatId),
    send: () => {
      if (!canSend) return;
      endEdit(chatId);
      if (content !== message.content) mutate({ message, content });
    },
  };
}

/** Begins to edit the user's last message in the chat. Returns false if there is none to edit. */
export function useEditLast(chatId: ChatId): () => boolean {
  const client = useQueryClient();
  return () => {
    const log = client.getQueryData<MessageLog>(messagesKey(chatId));
    const last: Message | undefined = log?.messages.findLast(isEditable);
    if (last) beginEdit(last);
    return last !== undefined;
  };
}
