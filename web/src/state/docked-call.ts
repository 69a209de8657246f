import type { ChatId } from '@chat-app/contract';
import { createSessionStore } from './session-state.ts';

export interface DockedCall {
  readonly chatId: ChatId;
  readonly isVideo: boolean;
  /** The chat whose call the user leaves for this one; null if there is none. */
  readonly leaveCallIn: ChatId | null;
}

interface DockedCallState {
  readonly call: DockedCall | null;
  /** Waits until the user agrees to leave `call` for it. */
  readonly wanted: DockedCall | null;
  /** The panel fills the conversation. */
  readonly isLarge: boolean;
}

/** The call inside of this page. Its code is loaded with the first one. */
export const useDockedCall = createSessionStore<DockedCallState>(() => ({ call: null, wanted: null, isLarge: false }));

/** A page has one call. Another one replaces it if it says so, and is asked about otherwise. */
export function dockCall(next: DockedCall): void {
  const { call } = useDockedCall.getState();
  const mustAsk = call !== null && call.chatId !== next.chatId && call.chatId !== next.leaveCallIn;
  useDockedCall.setState(mustAsk ? { wanted: next } : { call: next, wanted: null });
}

export function undockCall(): void {
  useDockedCall.setState({ call: null, wanted: null });
}
