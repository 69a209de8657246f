import type { UserId } from '@chat-app/contract';
import type { ChatSocket } from '../lib/socket.ts';
import { setOnlineUsers } from '../state/online-users.ts';

/** Tracks who is online, without the signed-in user: a chat is online if another member is. */
export function followPresence(socket: ChatSocket, myId: UserId): void {
  socket.on('getOnlineUsers', (ids) => setOnlineUsers(ids.filter((id) => id !== myId)));
}
