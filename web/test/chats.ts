import type { ChatDetail, ChatListItem, FriendRequest, Message, UserId, UserWithStatus } from '@chat-app/contract';
import { asId } from './as-id.ts';
import { me } from './stand-in-server.ts';

/** A unique id for a number. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- which kind of id it is, the caller says
export const idOf = <Id extends string>(number: number) =>
  asId<Id>(`01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`);

/** Another user. */
export function aPerson(name: string, fields: Partial<UserWithStatus> = {}): UserWithStatus & { email: string } {
  const id = idOf<UserId>(Number.parseInt(name, 36) % 1e9);
  const email = `${name.toLowerCase()}@example.com`;
  return { _id: id, id, name, avatar: `/api/avatars/${id}.svg`, ...fields, email: fields.email ?? email };
}

export const bob = aPerson('Bob');
export const cid = aPerson('Cid');

export function aRow(number: number, fields: Partial<ChatListItem> = {}): ChatListItem {
  return {
    _id: idOf(number),
    name: `Chat ${number}`,
    avatar: `/api/avatars/${idOf(number)}.svg`,
    members: [me.id, bob.id],
    isGroup: false,
    read: true,
    unreadCount: fields.read === false ? 1 : 0,
    isMyMessage: false,
    lastMessage: 'hello',
    lastSender: null,
    lastTime: `2026-03-01T10:00:${String(number % 60).padStart(2, '0')}.000Z`,
    lastSeq: 1,
    calling: null,
    isMuted: false,
    ...fields,
  };
}

const meAsMember = { _id: me.id, name: me.name, avatar: me.avatar };
export const asMember = ({ _id, name, avatar }: Pick<UserWithStatus, '_id' | 'name' | 'avatar'>) => ({
  _id,
  name,
  avatar,
});

export function aChat(number: number, fields: Partial<ChatDetail> = {}): ChatDetail {
  return {
    _id: idOf(number),
    name: `Chat ${number}`,
    avatar: `/api/avatars/${idOf(number)}.svg`,
    isGroup: false,
    members: [meAsMember, asMember(bob)],
    calling: null,
    ownerId: me.id,
    createdAt: '2026-03-01T09:00:00.000Z',
    isMuted: false,
    ...fields,
  };
}

export function aGroup(number: number, fields: Partial<ChatDetail> = {}): ChatDetail {
  return aChat(number, { isGroup: true, members: [meAsMember, asMember(bob), asMember(cid)], ...fields });
}

/** A message from Bob by default. */
export function aMessage(chat: number, seq: number, fields: Partial<Message> = {}): Message {
  return {
    _id: idOf(chat * 1000 + seq),
    chatId: idOf(chat),
    seq,
    rev: seq,
    type: 'text',
    content: `message ${seq}`,
    createdAt: new Date(Date.UTC(2026, 2, 1, 12, 0, seq)).toISOString(),
    sender: { _id: bob.id, name: bob.name, avatar: bob.avatar, isMine: false },
    ...fields,
  };
}

/** The sender of the user's own messages. */
export const mine = { ...meAsMember, isMine: true };

export const myMessage = (chat: number, seq: number, fields: Partial<Message> = {}) =>
  aMessage(chat, seq, { sender: mine, ...fields });

export function aSystemMessage(chat: number, seq: number, content: string): Message {
  return aMessage(chat, seq, { type: 'system', sender: null, content });
}

export function aRequest(number: number, user1: FriendRequest['user1'], user2 = myself): FriendRequest {
  return { _id: idOf(number), user1, user2, createdAt: '2026-03-01T09:00:00.000Z' };
}

export const myself: FriendRequest['user1'] = {
  _id: me._id,
  id: me.id,
  name: me.name,
  email: me.email,
  avatar: me.avatar,
};
