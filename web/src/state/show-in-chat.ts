import type { Message } from '@chat-app/contract';
import { besideQuery } from '../browser/screen.ts';
import { jumpTo } from './jump-target.ts';
import { setInfoPanelOpen } from './panels.ts';

/** Scrolls the open chat to a message that the info panel lists. */
export function showInChat({ chatId, _id, seq }: Message): void {
  // Where the panel covers the chat, the message would be hidden.
  if (!matchMedia(besideQuery).matches) setInfoPanelOpen(false);
  jumpTo({ chatId, messageId: _id, seq });
}
