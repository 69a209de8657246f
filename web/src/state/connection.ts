import { create } from 'zustand';

/** Many breaks heal within a second; those are not worth a word, and change nothing on the screen. */
export const quietBreakMs = 1_000;

interface ConnectionState {
  phase: 'connecting' | 'connected' | 'away';
  /** Tries at once instead of waiting for its turn. */
  tryNow: () => void;
}

const notConnected: ConnectionState = { phase: 'connecting', tryNow: () => {} };

/** Whether this tab hears what happens. */
export const useConnection = create<ConnectionState>(() => notConnected);

export function setConnection(state: Partial<ConnectionState>): void {
  useConnection.setState(state);
}

export function forgetConnection(): void {
  useConnection.setState(notConnected);
}
