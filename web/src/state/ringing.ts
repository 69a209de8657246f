import type { ChatId } from '@chat-app/contract';
import { create } from 'zustand';

/** Chats in which a call waits for an answer of ours, the longest waiting first. */
export const useRinging = create<{ chatIds: readonly ChatId[] }>(() => ({ chatIds: [] }));

export function startRingingFor(chatId: ChatId): void {
  useRinging.setState(({ chatIds }) => (chatIds.includes(chatId) ? { chatIds } : { chatIds: [...chatIds, chatId] }));
}

export function stopRingingFor(chatId: ChatId): void {
  useRinging.setState(({ chatIds }) => ({ chatIds: chatIds.filter((other) => other !== chatId) }));
}

export function stopAllRinging(): void {
  useRinging.setState({ chatIds: [] });
}
