import { bytesBefore } from '../wire/channel-messages.ts';
import type { Position } from '../wire/channel-messages.ts';

const ackEveryBytes = 512 * 1024;
const ackEveryMs = 250;

/** Acknowledges written bytes at intervals: just often enough that the sender does not stall. */
export function createThrottledAcks(send: (position: Position) => void, sizes: readonly number[]) {
  let ackedBytes = 0;
  let ackedAtMs = 0;
  return {
    report: (position: Position) => {
      const bytes = bytesBefore(position, sizes);
      if (bytes - ackedBytes < ackEveryBytes && Date.now() - ackedAtMs < ackEveryMs) return;
      ackedBytes = bytes;
      ackedAtMs = Date.now();
      send(position);
    },
  };
}
