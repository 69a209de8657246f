import type { ChatDetail, ChatId, ChatListItem, UserId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { chatKey, knownChats } from '../../api/chats.ts';
import { useBlockedIds } from '../../state/blocked-users.ts';
import { useAnnouncedTypingId, useTypingIds } from '../../state/typing.ts';

const nobody: readonly string[] = [];

/** The names of those who are typing in a chat. */
export function useTypingNames(chatId: ChatId): readonly string[] {
  const blockedIds = useBlockedIds();
  const ids = useTypingIds(chatId).filter((id) => !blockedIds.has(id));
  const client = useQueryClient();
  return ids.length === 0 ? nobody : ids.map((id) => memberName(client, chatId, id));
}

/** What a screen reader announces of them: not every pause and return. */
export function useTypingAnnouncement(chatId: ChatId): string {
  const id = useAnnouncedTypingId(chatId);
  const client = useQueryClient();
  const blockedIds = useBlockedIds();
  return id === null || blockedIds.has(id) ? '' : `${memberName(client, chatId, id)} is typing`;
}

/** From the cache. Nothing is fetched: a hundred members would ask at the same moment. */
function memberName(client: QueryClient, chatId: ChatId, id: UserId): string {
  const detail = client.getQueryData<ChatDetail>(chatKey(chatId));
  const row = knownChats(client)?.find(({ _id }) => _id === chatId);
  return detail?.members.find(({ _id }) => _id === id)?.name ?? nameInRow(row, id) ?? 'Somebody';
}

function nameInRow(row: ChatListItem | undefined, id: UserId): string | undefined {
  if (!row) return undefined;
  if (!row.isGroup) return row.name;
  return [row.lastSender, ...(row.faces ?? [])].find((person) => person?._id === id)?.name;
}
