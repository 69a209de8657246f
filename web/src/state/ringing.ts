import type { CallKind, ChatId } from '@chat-app/contract';
import { createTabStore } from './session-state.ts';

export interface RingingCall {
  readonly chatId: ChatId;
  readonly kind: CallKind;
}

/** The calls that ring for the signed-in user, at most one for each chat, oldest first. */
export const useRinging = createTabStore<{ calls: readonly RingingCall[] }>(() => ({ calls: [] }));

export function startRingingFor(call: RingingCall): void {
  useRinging.setState(({ calls }) => {
    const isRinging = calls.some(({ chatId }) => chatId === call.chatId);
    return { calls: isRinging ? calls : [...calls, call] };
  });
}

export function stopRingingFor(chatId: ChatId): void {
  useRinging.setState(({ calls }) => ({ calls: calls.filter((call) => call.chatId !== chatId) }));
}

export function stopAllRinging(): void {
  useRinging.setState({ calls: [] });
}
