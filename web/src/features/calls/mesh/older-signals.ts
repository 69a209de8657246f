import type { ConnectionControl, ConnectionSignal } from '@chat-app/contract';

/** Pages of the previous release send these words as the SDP of an artificial `rollback`. */
const controlByWord: Readonly<Record<string, ConnectionControl>> = { '': 'relay', hello: 'joined', again: 'restart' };

/** Converts a signal to its current form; null if unknown. Remove one release later, with the contract's `rollback`. */
export function upgradeSignal(signal: ConnectionSignal): ConnectionSignal | null {
  if (!('description' in signal) || signal.description.type !== 'rollback') return signal;
  const connection = controlByWord[signal.description.sdp];
  return connection ? { control: { connection } } : null;
}
