import type { Message } from '@chat-app/contract';
import type { MessageRow } from './layout-messages.ts';
import type { Point } from '../../lib/use-long-press.ts';

export interface ShownImage {
  src: string;
  label: string;
  /** Where the keyboard goes afterwards. */
  opener: HTMLElement;
}

/** Where and how a message's menu was asked for. */
export interface MenuRequest {
  point: Point;
  by: 'mouse' | 'touch';
  /** What had the keyboard; null where a finger asked. */
  opener: Element | null;
  /** The link under the pointer. */
  href: string | null;
  selectedText: string;
}

/** What can be done with a message; the list does it, since a row may be gone by then. */
export interface MessageActions {
  onOpenImage: (image: ShownImage) => void;
  onShowWhole: (whole: { message: Message; opener: HTMLElement }) => void;
  onAskDelete: (message: Message) => void;
  /** False where there is no menu to open. */
  onOpenMenu: (row: MessageRow, request: MenuRequest) => boolean;
}
