const gatherBytes = 256 * 1024;
const gatherMs = 500;
/** More buffers are in use at once only while the disk is slow; keeping them would waste memory. */
const maxSpares = 32;

/**
 * Batches chunks until there are enough of them or some time has passed. Passing them on one by one would keep the
 * page busy.
 */
export function createGather(handOn: (bytes: Uint8Array<ArrayBuffer>) => void) {
  const spares: ArrayBuffer[] = [];
  let gathered = new Uint8Array(gatherBytes);
  let length = 0;
  let sinceMs = 0;
  const flush = () => {
    if (length === 0) return;
    handOn(gathered.subarray(0, length));
    gathered = new Uint8Array(spares.pop() ?? new ArrayBuffer(gatherBytes));
    length = 0;
  };
  return {
    flush,
    /** Returns a buffer for reuse. Allocating new ones would leave gigabytes for the garbage collector. */
    giveBack: (buffer: ArrayBuffer) => {
      if (buffer.byteLength === gatherBytes && spares.length < maxSpares) spares.push(buffer);
    },
    add: (chunk: ArrayBuffer) => {
      if (length + chunk.byteLength > gatherBytes) flush();
      if (chunk.byteLength > gatherBytes) return handOn(new Uint8Array(chunk));
      if (length === 0) sinceMs = Date.now();
      gathered.set(new Uint8Array(chunk), length);
      length += chunk.byteLength;
      return length === gatherBytes || Date.now() - sinceMs > gatherMs ? flush() : undefined;
    },
  };
}
