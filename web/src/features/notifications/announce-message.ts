import type { ChatId } from '@chat-app/contract';
import { lastLine } from '../../api/chat-list.ts';
import type { IncomingMessage } from '../../api/incoming.live.ts';
import { openChatId } from '../../lib/chat-path.ts';
import { chime } from '../../lib/chime.ts';
import { showDesktopNotice } from '../../lib/desktop-notice.ts';
import { isPageVisible } from '../../lib/use-page-visible.ts';
import { isAnyTabVisible } from '../../lib/visible-tabs.ts';
import { useNotices } from '../../state/notices.ts';

interface Announcing {
  /** The chat as the list knows it. */
  findChat: (chatId: ChatId) => { name: string; isGroup: boolean; isMuted: boolean } | undefined;
  openChat: (chatId: ChatId) => void;
}

/** Tells somebody who is not looking at the chat that there is something new in it. */
export async function announceMessage(message: IncomingMessage, { findChat, openChat }: Announcing): Promise<void> {
  const { hasSound, hasDesktop, hasPush, hasPreview } = useNotices.getState();
  const { chatId, sender } = message;
  const chat = findChat(chatId);
  if (chat?.isMuted) return;
  if (isPageVisible()) {
    if (hasSound && openChatId() !== chatId) await chime();
    return;
  }
  // The tab that is being looked at speaks for all.
  if (await isAnyTabVisible()) return;
  // A push says the same, and two notices would lie side by side.
  if (hasDesktop && !hasPush) {
    const line = lastLine(message);
    const said = chat?.isGroup ? `${sender.name}: ${line}` : line;
    showDesktopNotice({
      title: chat?.isGroup ? chat.name : sender.name,
      body: hasPreview ? said : 'New message',
      icon: sender.avatar,
      tag: chatId,
      onClick: () => openChat(chatId),
    });
  }
  if (hasSound) await chime();
}
