import type { ChatId } from '@chat-app/contract';

export const allMessagesKey = ['messages'] as const;
export const messagesKey = (chatId: ChatId) => [...allMessagesKey, chatId] as const;
