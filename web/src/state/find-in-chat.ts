import type { ChatId, MessageId } from '@chat-app/contract';
import { besideQuery } from '../browser/screen.ts';
import { setInfoPanelOpen, setSidebarOpen } from './panels.ts';
import { createSessionStore } from './session-state.ts';

/** A part of a text; what was searched for is marked. */
export interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text of a message into parts. */
export type Marker = (text: string) => readonly MarkedPart[];

interface FindState {
  /** The chat that is being searched; null while the find bar is closed. */
  readonly chatId: ChatId | null;
  /** How often the find bar was asked for: each time it selects its text. */
  readonly openCount: number;
  /** The marker for a message with this content; null for a message that does not match. */
  readonly markerFor: ((content: string) => Marker | null) | null;
  /** The present match. */
  readonly currentId: MessageId | null;
}

const closed: FindState = { chatId: null, openCount: 0, markerFor: null, currentId: null };

const useFind = createSessionStore<FindState>(() => closed);

/** How often the find bar of this chat was asked for; null while it is closed. */
export function useFindOpenCount(chatId: ChatId): number | null {
  return useFind((find) => (find.chatId === chatId ? find.openCount : null));
}

/** Opens the find bar of the open chat, or selects its text. Closes what covers the chat. */
export function openFind(chatId: ChatId): void {
  setSidebarOpen(false);
  if (!matchMedia(besideQuery).matches) setInfoPanelOpen(false);
  useFind.setState(({ openCount }) => ({ chatId, openCount: openCount + 1 }));
}

export function closeFind(): void {
  useFind.setState(closed);
}

/** What is marked in the messages of the open chat. */
export function setFound(found: Partial<Pick<FindState, 'markerFor' | 'currentId'>>): void {
  useFind.setState(found);
}

export const useMarkerFor = () => useFind(({ markerFor }) => markerFor);

export const useIsCurrentMatch = (messageId: MessageId) => useFind(({ currentId }) => currentId === messageId);
