const batchBytes = 256 * 1024;
const batchMs = 500;
/** More buffers are in use at once only while the disk is slow; keeping them would waste memory. */
const maxFreeBuffers = 32;

/**
 * Batches chunks until there are enough of them or some time has passed. Passing them on one by one would keep the
 * page busy.
 */
export function createChunkBatcher(onBatch: (bytes: Uint8Array<ArrayBuffer>) => void) {
  const freeBuffers: ArrayBuffer[] = [];
  let batch = new Uint8Array(batchBytes);
  let length = 0;
  let sinceMs = 0;
  const flush = () => {
    if (length === 0) return;
    onBatch(batch.subarray(0, length));
    batch = new Uint8Array(freeBuffers.pop() ?? new ArrayBuffer(batchBytes));
    length = 0;
  };
  return {
    flush,
    /** Returns a buffer for reuse. Allocating new ones would leave gigabytes for the garbage collector. */
    recycle: (buffer: ArrayBuffer) => {
      if (buffer.byteLength === batchBytes && freeBuffers.length < maxFreeBuffers) freeBuffers.push(buffer);
    },
    add: (chunk: ArrayBuffer) => {
      if (length + chunk.byteLength > batchBytes) flush();
      if (chunk.byteLength > batchBytes) return onBatch(new Uint8Array(chunk));
      if (length === 0) sinceMs = Date.now();
      batch.set(new Uint8Array(chunk), length);
      length += chunk.byteLength;
      return length === batchBytes || Date.now() - sinceMs > batchMs ? flush() : undefined;
    },
  };
}
