import type { UserId } from '@chat-app/contract';
import type { ChatSocket } from '../lib/socket.ts';
import { setOnlineUsers } from '../state/online-users.ts';

/** Who is online. Oneself is left out: a chat is online when somebody else in it is. */
export function followPresence(socket: ChatSocket, myId: UserId): void {
  socket.on('getOnlineUsers', (ids) => setOnlineUsers(ids.filter((id) => id !== myId)));
}
