import type { ChatId, ServerToClientEvents, SessionId, UserId } from '@chat-app/contract';
import { rooms, type SocketServer } from './rooms.ts';

type Arguments<Name extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[Name]>;

/** Emits events to users and chats. An event is encoded once, for any number of devices. */
export interface Broadcaster {
  toUsers: <Name extends keyof ServerToClientEvents>(
    userIds: readonly UserId[],
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** To every device. */
  toEverybody: <Name extends keyof ServerToClientEvents>(name: Name, ...args: Arguments<Name>) => void;
  /** To every device that is connected to this process. */
  toEverybodyHere: <Name extends keyof ServerToClientEvents>(name: Name, ...args: Arguments<Name>) => void;
  /** To the devices of this user that are connected to this process. */
  toUserHere: <Name extends keyof ServerToClientEvents>(userId: UserId, name: Name, ...args: Arguments<Name>) => void;
  toChat: <Name extends keyof ServerToClientEvents>(chatId: ChatId, name: Name, ...args: Arguments<Name>) => void;
  /** To these users and the members of these chats, at most once per device. */
  toUsersAndChats: <Name extends keyof ServerToClientEvents>(
    targets: { userIds: readonly UserId[]; chatIds: readonly ChatId[] },
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** To a chat's members except these. */
  toChatExcept: <Name extends keyof ServerToClientEvents>(
    target: { chatId: ChatId; exceptUserIds: readonly UserId[] },
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** Like `toChatExcept`; devices that are still writing earlier events miss it. For what is outdated in a moment. */
  toChatVolatile: <Name extends keyof ServerToClientEvents>(
    target: { chatId: ChatId; exceptUserIds: readonly UserId[] },
    name: Name,
    ...args: Arguments<Name>
  ) => void;
  /** Closes every connection of these sessions to this process. */
  disconnectSessionsHere: (sessionIds: readonly SessionId[]) => void;
  /** Nodes of the previous release act on these requests only; goes when they are gone. */
  revokeOnOldNodes: (revoked: { sessionIds: readonly SessionId[] } | { userId: UserId; chatId: ChatId }) => void;
}

export function createBroadcaster(io: SocketServer): Broadcaster {
  const usersRooms = (userIds: readonly UserId[]) => userIds.map(rooms.user);
  return {
    toUsers: (userIds, name, ...args) => {
      if (userIds.length > 0) io.to(usersRooms(userIds)).emit(name, ...args);
    },
    toEverybody: (name, ...args) => {
      io.emit(name, ...args);
    },
    toEverybodyHere: (name, ...args) => {
      io.local.emit(name, ...args);
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
    toChatExcept: ({ chatId, exceptUserIds }, name, ...args) => {
      io.to(rooms.chat(chatId))
        .except(usersRooms(exceptUserIds))
        .emit(name, ...args);
    },
    toChatVolatile: ({ chatId, exceptUserIds }, name, ...args) => {
      io.volatile
        .to(rooms.chat(chatId))
        .except(usersRooms(exceptUserIds))
        .emit(name, ...args);
    },
    revokeOnOldNodes: (revoked) => {
      if ('userId' in revoked)
        io.in(rooms.user(revoked.userId)).socketsLeave([rooms.chat(revoked.chatId), rooms.call(revoked.chatId)]);
      else if (revoked.sessionIds.length > 0) io.in(revoked.sessionIds.map(rooms.session)).disconnectSockets(true);
    },
    disconnectSessionsHere: (sessionIds) => {
      if (sessionIds.length > 0) io.local.in(sessionIds.map(rooms.session)).disconnectSockets(true);
    },
  };
}
