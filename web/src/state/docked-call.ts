import type { ChatId } from '@chat-app/contract';
import { roomyQuery } from '../browser/screen.ts';
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

/** The call covers the main content of the page, which nobody can use meanwhile. */
export const useIsCoveredByCall = () => useDockedCall(({ call, isLarge }) => call !== null && isLarge);

/** A page has one call. Another one replaces it if it says so, and is asked about otherwise. */
export function dockCall(next: DockedCall): void {
  const { call } = useDockedCall.getState();
  const mustAsk = call !== null && call.chatId !== next.chatId && call.chatId !== next.leaveCallIn;
  // A video call begins with a preview, which needs room. On phones there is no corner that covers little.
  const isLarge = next.isVideo || !matchMedia(roomyQuery).matches;
  useDockedCall.setState(mustAsk ? { wanted: next } : { call: next, wanted: null, isLarge });
}

export function undockCall(): void {
  useDockedCall.setState({ call: null, wanted: null });
}
