import type { ChatDetail, Me, Person } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { ChatSocket } from '../lib/socket.ts';
import { allChatsKey } from './chats.ts';
import { sessionKey } from './session-key.ts';

/** A new name or picture of somebody, or of oneself on another device. */
export function followUsers(socket: ChatSocket, client: QueryClient): void {
  socket.on('userUpdated', (person) => {
    client.setQueryData<Me | null>(sessionKey, (me) =>
      me?.id === person.id ? { ...me, name: person.name, avatar: person.avatar } : me,
    );
    // Also chats that are not open now: the offline copy is made from these, and their messages take names from here.
    client.setQueriesData<ChatDetail>({ queryKey: allChatsKey }, (chat) => chat && withPerson(chat, person));
  });
}

function withPerson(chat: ChatDetail, { _id, name, avatar }: Person): ChatDetail {
  const before = chat.members.find((member) => member._id === _id);
  if (!before || (before.name === name && before.avatar === avatar)) return chat;
  const isOfTwo = chat.members.length === 2;
  return {
    ...chat,
    // A chat of two that has no name or picture of its own shows the other person's.
    name: isOfTwo && chat.name === before.name ? name : chat.name,
    avatar: isOfTwo && chat.avatar === before.avatar ? avatar : chat.avatar,
    members: chat.members.map((member) => (member === before ? { _id, name, avatar } : member)),
  };
}
