import { bytesBefore } from './channel-messages.ts';
import type { Position } from './channel-messages.ts';

const ackEveryBytes = 512 * 1024;
const ackEveryMs = 250;

/** Tells now and then how far it is: often enough to keep the sender going, no more. */
export function createAcks(send: (position: Position) => void, sizes: readonly number[]) {
  let ackedBytes = 0;
  let ackedAtMs = 0;
  return {
    note: (position: Position) => {
      const bytes = bytesBefore(position, sizes);
      if (bytes - ackedBytes < ackEveryBytes && Date.now() - ackedAtMs < ackEveryMs) return;
      ackedBytes = bytes;
      ackedAtMs = Date.now();
      send(position);
    },
  };
}
