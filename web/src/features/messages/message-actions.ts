import type { Message } from '@chat-app/contract';
import type { MessageRow } from './layout-messages.ts';
import type { Point } from '../../browser/use-long-press.ts';

export interface ShownImage {
  src: string;
  label: string;
  /** Receives the focus afterwards. */
  opener: HTMLElement;
}

/** A message that is too long for its bubble. */
export interface FullMessage {
  message: Message;
  /** Receives the focus afterwards. */
  opener: HTMLElement;
}

/** Where and how the menu of a message was opened. */
export interface MenuRequest {
  point: Point;
  /** A right click, or the menu key, could open the browser's own menu instead. */
  by: 'rightClick' | 'other';
  /** The element that had the focus; null for touch. */
  opener: Element | null;
  /** The link under the pointer. */
  href: string | null;
  selectedText: string;
}

/** A message for which all emoji are shown. */
export interface ReactionRequest {
  message: Message;
  point: Point;
  /** Receives the focus afterwards. */
  opener: Element | null;
}

/** The label of a day that was clicked. */
export interface DayRequest {
  /** The time of the first message below it. */
  at: string;
  /** Receives the focus afterwards. */
  opener: HTMLElement;
}

/** The actions on a message. The list performs them, because the row may be unmounted by then. */
export interface MessageActions {
  onOpenImage: (image: ShownImage) => void;
  onShowFull: (full: FullMessage) => void;
  onShowVersions: (edited: FullMessage) => void;
  /** The opener receives the focus afterwards; without one, the list does. */
  onShowSeenBy: (message: Message, opener: Element | null) => void;
  onRequestDelete: (message: Message) => void;
  onRequestForward: (messages: readonly Message[]) => void;
  onRequestReaction: (request: ReactionRequest) => void;
  onPickDay: (request: DayRequest) => void;
  /** Returns false if there is no menu to open. */
  onOpenMenu: (row: MessageRow, request: MenuRequest) => boolean;
}
