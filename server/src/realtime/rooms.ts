import type { ClientToServerEvents, ServerToClientEvents } from '@chat-app/contract';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Caller } from '../platform/caller.ts';

export type SocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Caller>;
export type ClientSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Caller>;

/** Names of rooms: the devices of a person, of a session, those that listen to a chat, those that are in its call. */
export const rooms = {
  user: (userId: string) => `user:${userId}`,
  session: (sessionId: string) => `session:${sessionId}`,
  chat: (chatId: string) => `chat:${chatId}`,
  call: (chatId: string) => `call:${chatId}`,
};
