import { createTabStore } from './session-state.ts';

/** Many interruptions end within a second. Those change nothing on the screen. */
export const shortInterruptionMs = 1_000;

interface ConnectionState {
  phase: 'connecting' | 'connected' | 'away';
  /** Reconnects at once instead of waiting for the next scheduled attempt. */
  tryNow: () => void;
}

const notConnected: ConnectionState = { phase: 'connecting', tryNow: () => {} };

/** The state of this tab's socket connection. */
export const useConnection = createTabStore<ConnectionState>(() => notConnected);

export function setConnection(state: Partial<ConnectionState>): void {
  useConnection.setState(state);
}

export function resetConnection(): void {
  useConnection.setState(notConnected);
}
