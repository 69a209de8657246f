import type { ChatId, ClientToServerEvents, ServerToClientEvents, SessionId, UserId } from '@chat-app/contract';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Caller } from '../platform/authentication.ts';
import type { DeviceId } from '../platform/ids.ts';

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Caller>;
export type ClientSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Caller>;

/** Socket.IO's id of the connection. */
export const deviceIdOf = ({ id }: ClientSocket) => id as DeviceId;

/** Names of rooms: the devices of a person, of a session, of a chat's members, and those that take part in its call. */
export const rooms = {
  user: (userId: UserId) => `user:${userId}`,
  session: (sessionId: SessionId) => `session:${sessionId}`,
  chat: (chatId: ChatId) => `chat:${chatId}`,
  call: (chatId: ChatId) => `call:${chatId}`,
  /** The chat of a chat's room; null for other rooms. */
  chatIdOf: (room: string) => (room.startsWith('chat:') ? (room.slice('chat:'.length) as ChatId) : null),
};
