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
