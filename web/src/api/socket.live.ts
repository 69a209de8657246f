import type { UserId } from '@chat-app/contract';
import { belongsTo } from '../lib/socket.ts';
import type { ChatSocket } from '../lib/socket.ts';
import { createTabStore } from '../state/session-state.ts';

/** The socket of this tab, for code that starts later than the connection. The live updates set and clear it. */
const useSocket = createTabStore<{ socket: ChatSocket | null }>(() => ({ socket: null }));

export function setCurrentSocket(socket: ChatSocket | null): void {
  useSocket.setState({ socket });
}

export function currentSocket(): ChatSocket | null {
  return useSocket.getState().socket;
}

/** The socket of this tab if it is this user's. */
export function socketOf(userId: UserId): ChatSocket | null {
  const socket = currentSocket();
  return socket && belongsTo(socket, userId) ? socket : null;
}
