import type { ChatSocket } from '../lib/socket.ts';
import { receiveDraft } from '../state/drafts.ts';

/** Follows the drafts that the user types on other devices. */
export function followDraftEvents(socket: ChatSocket): void {
  socket.on('chatDraft', (chatId, content, at) => receiveDraft(chatId, { content, atMs: Date.parse(at) }));
}
