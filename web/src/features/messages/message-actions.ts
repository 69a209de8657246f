import type { Message } from '@chat-app/contract';
import type { MessageRow } from './layout-messages.ts';
import type { Point } from '../../lib/use-long-press.ts';

export interface ShownImage {
  src: string;
  label: string;
  /** Where the keyboard goes afterwards. */
  opener: HTMLElement;
}

/** What can be done with a message; the list does it, since a row may be gone by then. */
export interface MessageActions {
  onOpenImage: (image: ShownImage) => void;
  onAskDelete: (message: Message) => void;
  onHold: (row: MessageRow, point: Point) => void;
}
