import type { ChatId, UserId } from '@chat-app/contract';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { useChatSummary } from './use-chat-summary.ts';

/** The other user of a direct chat, if the signed-in user has blocked them. */
export function useBlockedPeer(chatId: ChatId): { userId: UserId; name: string } | null {
  const chat = useChatSummary(chatId);
  const userId = chat?.isGroup === false ? chat.otherIds[0] : undefined;
  const isBlocked = useIsBlocked(userId);
  return chat && userId !== undefined && isBlocked ? { userId, name: chat.name } : null;
}
