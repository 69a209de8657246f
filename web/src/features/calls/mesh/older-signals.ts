import type { ConnectionControl, ConnectionSignal } from '@chat-app/contract';

/** Pages of the previous release put these words into a made-up `rollback`. */
const controlByWord: Readonly<Record<string, ConnectionControl>> = { '': 'relay', hello: 'joined', again: 'restart' };

/** A signal as pages send it now; null: nothing to act on. Goes, with `rollback` in the contract, one release later. */
export function upgradeSignal(signal: ConnectionSignal): ConnectionSignal | null {
  if (!('description' in signal) || signal.description.type !== 'rollback') return signal;
  const connection = controlByWord[signal.description.sdp];
  return connection ? { control: { connection } } : null;
}
