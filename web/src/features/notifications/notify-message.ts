import { lastLine, mentionsUser } from '@chat-app/contract';
import type { ChatId, Me } from '@chat-app/contract';
import type { IncomingMessage } from '../../api/messages.live.ts';
import { openChatId } from '../../format/paths.ts';
import { chime } from '../../attention/chime.ts';
import { showDesktopNotification } from '../../browser/desktop-notification.ts';
import { isPageVisible } from '../../browser/page.ts';
import { isAnyTabVisible } from '../../tabs/visible-tabs.ts';
import { isBlocked } from '../../state/blocked-users.ts';
import { useNotificationSettings } from '../../state/notification-settings.ts';

interface NotifyOptions {
  /** Finds the chat in the chat list. */
  findChat: (chatId: ChatId) => { name: string; isGroup: boolean; isMuted: boolean } | undefined;
  openChat: (chatId: ChatId) => void;
  me: Pick<Me, 'id' | 'mentionsBreakMute'>;
}

/** Notifies a user who is not viewing the chat of a new message. */
export async function notifyMessage(
  message: IncomingMessage,
  { findChat, openChat, me }: NotifyOptions,
): Promise<void> {
  const { hasSound, hasDesktop, hasPush, hasPreview } = useNotificationSettings.getState();
  const { chatId, sender } = message;
  const chat = findChat(chatId);
  if (isSilent(message, chat, me)) return;
  if (isPageVisible()) {
    if (hasSound && openChatId() !== chatId) await chime();
    return;
  }
  // A visible tab notifies for all tabs.
  if (await isAnyTabVisible()) return;
  // With push enabled, the user would get two notifications.
  if (hasDesktop && !hasPush) {
    const line = lastLine(message);
    const text = chat?.isGroup ? `${sender.name}: ${line}` : line;
    showDesktopNotification({
      title: chat?.isGroup ? chat.name : sender.name,
      body: hasPreview ? text : 'New message',
      icon: sender.avatar,
      tag: chatId,
      onClick: () => openChat(chatId),
    });
  }
  if (hasSound) await chime();
}

/** A muted chat notifies of nothing but mentions, and nothing notifies of a person whom the user has blocked. */
function isSilent(message: IncomingMessage, chat: { isMuted: boolean } | undefined, me: NotifyOptions['me']): boolean {
  if (isBlocked(message.sender._id)) return true;
  return chat?.isMuted === true && !(me.mentionsBreakMute && mentionsUser(message, me.id));
}
