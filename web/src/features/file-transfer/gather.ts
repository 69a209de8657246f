const gatherBytes = 256 * 1024;
const gatherMs = 500;
/** More are never under way at once, unless the disk is slow; then they would stay for good. */
const maxSpares = 32;

/**
 * Copies chunks together until there are enough of them, or some time has passed: handed on one by one they would keep
 * the page busy with nothing else.
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
    /** A buffer that was handed on comes back: a gigabyte of new ones would wait to be collected. */
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
