import type { ChatId, ServerToClientEvents, UserId } from '@chat-app/contract';
import type { SessionId } from '../platform/ids.ts';
import { rooms, type SocketServer } from './rooms.ts';

type Arguments<Name extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Name]>;

/** Tells people things. An event is encoded once, however many devices it goes to. */
export interface Broadcaster {
  toUsers: <Name extends keyof ServerToClientEvents>(
    userIds: readonly UserId[],
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** To those of somebody's devices that are connected to this process. */
  toUserHere: <Name extends keyof ServerToClientEvents>(userId: UserId, name: Name, ...args: Arguments<Name>) => void;
  toChat: <Name extends keyof ServerToClientEvents>(chatId: ChatId, name: Name, ...args: Arguments<Name>) => void;
  /** To these people and the members of these chats, once per device, however many of them it belongs to. */
  toUsersAndChats: <Name extends keyof ServerToClientEvents>(
    targets: { userIds: readonly UserId[]; chatIds: readonly ChatId[] },
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** To a chat's members but this one, whose devices get their own version. */
  toChatExcept: <Name extends keyof ServerToClientEvents>(
    target: { chatId: ChatId; userId: UserId },
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** From now on these people's devices hear what is told to the chat. */
  admit: (userIds: readonly UserId[], chatId: ChatId) => void;
  /** From now on they do not. */
  expel: (userIds: readonly UserId[], chatId: ChatId) => void;
  /** Closes every connection of these sessions. */
  disconnectSessions: (sessionIds: readonly SessionId[]) => void;
}

export function createBroadcaster(io: SocketServer): Broadcaster {
  const usersRooms = (userIds: readonly UserId[]) => userIds.map(rooms.user);
  return {
    toUsers: (userIds, name, ...args) => {
      if (userIds.length > 0) io.to(usersRooms(userIds)).emit(name, ...args);
    },
    toUserHere: (userId, name, ...args) => {
      io.local.to(rooms.user(userId)).emit(name, ...args);
    },
    toChat: (chatId, name, ...args) => {
      io.to(rooms.chat(chatId)).emit(name, ...args);
    },
    toUsersAndChats: ({ userIds, chatIds }, name, ...args) => {
      const targets = [...usersRooms(userIds), ...chatIds.map(rooms.chat)];
      if (targets.length > 0) io.to(targets).emit(name, ...args);
    },
    toChatExcept: ({ chatId, userId }, name, ...args) => {
      io.to(rooms.chat(chatId))
        .except(rooms.user(userId))
        .emit(name, ...args);
    },
    admit: (userIds, chatId) => {
      if (userIds.length > 0) io.in(usersRooms(userIds)).socketsJoin(rooms.chat(chatId));
    },
    expel: (userIds, chatId) => {
      if (userIds.length > 0) io.in(usersRooms(userIds)).socketsLeave(rooms.chat(chatId));
    },
    disconnectSessions: (sessionIds) => {
      if (sessionIds.length > 0) io.in(sessionIds.map(rooms.session)).disconnectSockets(true);
    },
  };
}
