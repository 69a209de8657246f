/** One file inside an archive. Its body must be read before the next entry is requested; an unread body is skipped. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  readonly body: AsyncIterable<Buffer>;
}

const blockBytes = 512;
const largestOctal = 0o77777777777;

/** The bytes of one entry: header, body, and zeros up to the next block. Throws when the body has another length. */
export async function* tarBytes({ name, bytes, body }: TarEntry): AsyncGenerator<Buffer> {
  yield header(name, bytes);
  let written = 0;
  for await (const chunk of body) {
    written += chunk.length;
    yield chunk;
  }
  if (written !== bytes) throw new Error(`${name} was said to have ${bytes} bytes and has ${written}`);
  yield Buffer.alloc(padding(bytes));
}

/** The end marker of every tar file. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** Streams the entries of an archive in order. Throws TruncatedError when the archive ends too early. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(source);
  for (;;) {
    const block = await reader.readExactly(blockBytes);
    if (block.every((byte) => byte === 0)) return reader.readToEnd();
    const { name, bytes } = parseHeader(block);
    let left = bytes;
    const body = async function* () {
      while (left > 0) {
        const chunk = await reader.readUpTo(left);
        left -= chunk.length;
        yield chunk;
      }
    };
    yield { name, bytes, body: body() };
    while (left > 0) left -= (await reader.readUpTo(left)).length;
    await reader.readExactly(padding(bytes));
  }
}

/** The archive ends too early, or the file is not an archive. */
export class TruncatedError extends Error {
  override name = 'TruncatedError';
}

function createReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let buffered = Buffer.alloc(0) as Buffer;

  async function more() {
    const next = await iterator.next();
    if (next.done === true) throw new TruncatedError('The archive is cut off');
    buffered = buffered.length === 0 ? next.value : Buffer.concat([buffered, next.value]);
  }

  function take(bytes: number) {
    const taken = buffered.subarray(0, bytes);
    buffered = buffered.subarray(bytes);
    return taken;
  }

  return {
    /** For headers and other short parts; a body may be larger than memory. */
    async readExactly(bytes: number): Promise<Buffer> {
      while (buffered.length < bytes) await more();
      return take(bytes);
    },
    /** Reads to the end of the source, since gzip checks its own checksum there. */
    async readToEnd(): Promise<void> {
      while ((await iterator.next()).done !== true);
    },
    async readUpTo(bytes: number): Promise<Buffer> {
      while (buffered.length === 0) await more();
      return take(Math.min(bytes, buffered.length));
    },
  };
}

function padding(bytes: number) {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

/** The ustar layout, which every tar program reads; sizes over 8 GiB use the GNU extension. */
function header(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for an archive`);
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  if (bytes <= largestOctal) {
    block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  } else {
    block.writeUInt8(0x80, 124);
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  block.write(`${'0'.repeat(11)}\0`, 136);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function parseHeader(block: Buffer): { name: string; bytes: number } {
  const written = Number.parseInt(block.toString('latin1', 148, 156), 8);
  if (written !== checksum(block)) throw new TruncatedError('The archive is damaged');
  const end = block.indexOf(0);
  const isLarge = block.readUInt8(124) === 0x80;
  return {
    name: block.toString('utf8', 0, Math.min(end, 100)),
    bytes: isLarge ? Number(block.readBigUInt64BE(128)) : Number.parseInt(block.toString('latin1', 124, 136), 8),
  };
}

/** The checksum of the header, computed as if its own eight bytes were spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}
