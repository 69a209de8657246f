import type { ChatId, UserId } from '@chat-app/contract';
import { useChat, useChatList } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { facesOf } from '../../format/people.ts';

export interface ChatSummary {
  name: string;
  avatar: string;
  memberAvatars: ReturnType<typeof facesOf>;
  isGroup: boolean;
  /** All members except the signed-in user. */
  otherIds: readonly UserId[];
  memberCount: number;
  /** The other person of a direct chat is suspended. */
  isSuspended: boolean;
}

/** The name, avatar and members of a chat: from its list row at first, from its details once loaded. Null while both are missing. */
export function useChatSummary(chatId: ChatId): ChatSummary | null {
  const me = useMe();
  const { data: detail } = useChat(chatId);
  const { data: rows } = useChatList();
  const row = rows?.find(({ _id }) => _id === chatId);
  const shown = detail ?? row;
  if (!shown) return null;
  const memberIds = detail ? detail.members.map(({ _id }) => _id) : (row?.members ?? []);
  return {
    name: shown.name,
    avatar: shown.avatar,
    memberAvatars: facesOf(shown),
    isGroup: shown.isGroup,
    otherIds: memberIds.filter((id) => id !== me.id),
    memberCount: memberIds.length,
    isSuspended: detail?.isSuspended === true,
  };
}
