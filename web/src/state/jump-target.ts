import type { ChatId, MessageId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

/** A message that the list scrolls to, loading what lies between. */
export interface JumpTarget {
  readonly chatId: ChatId;
  /** Null when only its position is known. */
  readonly messageId: MessageId | null;
  readonly seq: number;
  /** Where it is shown; in the middle by default. */
  readonly align?: 'start' | 'center';
}

const useTarget = createSessionStore<{ target: JumpTarget | null }>(() => ({ target: null }));

/** The message to scroll to in this chat, or null. */
export function useJumpTarget(chatId: ChatId): JumpTarget | null {
  return useTarget(({ target }) => (target?.chatId === chatId ? target : null));
}

export function jumpTo(target: JumpTarget): void {
  useTarget.setState({ target });
}

/** False once another message was asked for, or the chat was left. */
export const isJumpTarget = (target: JumpTarget) => useTarget.getState().target === target;

/** Call when the message is reached or does not exist, and when the chat is left. */
export function endJump(chatId: ChatId): void {
  useTarget.setState(({ target }) => ({ target: target?.chatId === chatId ? null : target }));
}
