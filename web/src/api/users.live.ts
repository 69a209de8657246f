import type { ChatDetail, ChatMember, Me, Person, UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { patchQueries } from '../lib/patch-queries.ts';
import type { ChatSocket } from '../lib/socket.ts';
import { setOnlineUsers } from '../state/online-users.ts';
import { allChatsKey } from './chats.ts';
import { allReadsKey } from './reads.ts';
import { recheckSession, sessionKey } from './session.ts';

/** Applies a new name or picture of a user, including the signed-in user on another device. */
export function followUsers(socket: ChatSocket, client: QueryClient): void {
  socket.on('userUpdated', (person) => {
    client.setQueryData<Me | null>(sessionKey, (me) =>
      me?.id === person.id ? { ...me, name: person.name, avatar: person.avatar } : me,
    );
    // Update closed chats too: the offline copy is made from them, and their messages take the names from here.
    const isMe = client.getQueryData<Me | null>(sessionKey)?.id === person.id;
    patchQueries<ChatDetail>(client, allChatsKey, (chat) => withPerson(chat, person, isMe));
  });
  socket.on('accountChanged', () => void recheckSession(client));
  socket.on('privacyUpdated', (privacy) => {
    client.setQueryData<Me | null>(sessionKey, (me) => me && { ...me, ...privacy });
    void client.invalidateQueries({ queryKey: allReadsKey });
  });
}

/** Tracks who is online, without the signed-in user: a chat is online if another member is. */
export function followPresence(socket: ChatSocket, myId: UserId): void {
  socket.on('getOnlineUsers', (ids) => setOnlineUsers(ids.filter((id) => id !== myId)));
}

function withPerson(chat: ChatDetail, { _id, name, avatar }: Person, isMe: boolean): ChatDetail {
  const before = chat.members.find((member) => member._id === _id);
  if (!before || (before.name === name && before.avatar === avatar)) return chat;
  // A direct chat without a name or picture shows those of the other person, who may have the user's own name.
  const isShownAsChat = chat.members.length === 2 && !isMe;
  const update = (member: ChatMember) => (member._id === _id ? { _id, name, avatar } : member);
  return {
    ...chat,
    name: isShownAsChat && chat.name === before.name ? name : chat.name,
    avatar: isShownAsChat && chat.avatar === before.avatar ? avatar : chat.avatar,
    members: chat.members.map(update),
    ...(chat.faces && { faces: chat.faces.map(update) }),
  };
}
