import type { ChatId } from '@chat-app/contract';
import { createTabStore } from './session-state.ts';

/** Chats with a call that rings for the signed-in user, oldest first. */
export const useRinging = createTabStore<{ chatIds: readonly ChatId[] }>(() => ({ chatIds: [] }));

export function startRingingFor(chatId: ChatId): void {
  useRinging.setState(({ chatIds }) => (chatIds.includes(chatId) ? { chatIds } : { chatIds: [...chatIds, chatId] }));
}

export function stopRingingFor(chatId: ChatId): void {
  useRinging.setState(({ chatIds }) => ({ chatIds: chatIds.filter((other) => other !== chatId) }));
}

export function stopAllRinging(): void {
  useRinging.setState({ chatIds: [] });
}
