import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { TruncatedError, readTar, tarBytes, tarEnd, type TarEntry } from './tar.ts';

/** An error whose message is shown to the operator as one sentence. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

/** The first entry of an archive. */
export type Manifest = z.infer<typeof Manifest>;

const format = 1;
const firstName = 'chat-app-backup.json';
const lastName = 'end.json';

const Manifest = z.object({
  format: z.literal(format),
  createdAt: z.string(),
  /** The schema of the rows: the names of all migrations that had run. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** Whether the archive contains the uploaded files, or they are kept in a bucket. */
  hasFiles: z.boolean(),
});
const End = z.object({ sha256: z.string() });

/**
 * Writes an archive: the manifest, the entries, and a checksum of everything. Until it is complete and on disk it has a
 * temporary name, so a file with the final name is always complete.
 */
export async function writeArchive(
  file: string,
  manifest: Omit<Manifest, 'format'>,
  entries: AsyncIterable<TarEntry>,
): Promise<void> {
  const path = resolve(file);
  await assertAbsent(path);
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished-${process.pid}`;
  try {
    // The archive contains private messages, so only the owner may read it.
    const output = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
    await pipeline(archiveBytes({ format, ...manifest }, entries), createGzip({ level: 3 }), output);
    await sync(unfinished);
    await assertAbsent(path);
    await rename(unfinished, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* archiveBytes(manifest: Manifest, entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  yield* tarBytes(withChecksum(jsonEntry(firstName, manifest), hash));
  for await (const entry of entries) yield* tarBytes(withChecksum(entry, hash));
  yield* tarBytes(jsonEntry(lastName, { sha256: hash.digest('hex') }));
  yield tarEnd;
}

/** Reads an archive from start to end and returns its manifest. Throws when a byte is missing or wrong. */
export async function checkArchive(file: string): Promise<Manifest> {
  const { manifest, entries } = await openArchive(file);
  for await (const entry of entries) void entry;
  return manifest;
}

/** The manifest and a stream of the entries, which ends without an error only if every byte was correct. */
export async function openArchive(file: string): Promise<{ manifest: Manifest; entries: AsyncGenerator<TarEntry> }> {
  await access(file).catch(() => {
    throw new ArchiveError(`${file} cannot be read.`);
  });
  const hash = createHash('sha256');
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  // A failure of either stream reaches the reader of the entries.
  pipeline(packed, unpacked).catch(() => undefined);
  const entries = readTar(unpacked);
  try {
    const first = await entries.next();
    if (first.done === true || first.value.name !== firstName) throw new ArchiveError(`${file} is no backup.`);
    const manifest = Manifest.safeParse(JSON.parse(await textOf(withChecksum(first.value, hash))));
    if (manifest.success) return { manifest: manifest.data, entries: verifiedEntries(file, entries, hash) };
    throw new ArchiveError(`${file} has a format that this version of Chat App does not know.`);
  } catch (error) {
    throw toArchiveError(file, error);
  }
}

async function* verifiedEntries(file: string, entries: AsyncGenerator<TarEntry>, hash: Hash): AsyncGenerator<TarEntry> {
  let isComplete = false;
  try {
    for await (const entry of entries) {
      if (entry.name === lastName) {
        await verifyChecksum(file, entry, hash);
        isComplete = true;
        continue;
      }
      if (isComplete) throw new ArchiveError(`${file} is damaged: it goes on after its end.`);
      const seen = withChecksum(entry, hash);
      yield seen;
      // Bytes that the caller skipped count towards the checksum too.
      for await (const chunk of seen.body) void chunk;
    }
    if (!isComplete) throw new TruncatedError('The archive is cut off');
  } catch (error) {
    throw toArchiveError(file, error);
  }
}

async function verifyChecksum(file: string, last: TarEntry, hash: Hash): Promise<void> {
  const { sha256 } = End.parse(JSON.parse(await textOf(last)));
  if (sha256 !== hash.digest('hex')) throw new ArchiveError(`${file} is damaged: its checksum is another.`);
}

/** The same entry, added to the checksum while it is read. */
function withChecksum(entry: TarEntry, hash: Hash): TarEntry {
  hash.update(`${entry.name}\0${entry.bytes}\0`);
  const body = async function* () {
    for await (const chunk of entry.body) {
      hash.update(chunk);
      yield chunk;
    }
  };
  return { ...entry, body: resumable(body()) };
}

/** `for await` closes an iterator when it exits early; the rest of a body must still be read. */
function resumable(body: AsyncGenerator<Buffer>): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => ({ next: () => body.next() }) };
}

function jsonEntry(name: string, value: object): TarEntry {
  const text = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return bufferEntry(name, [text]);
}

/** An entry whose bytes are already in memory. */
export function bufferEntry(name: string, chunks: readonly Buffer[]): TarEntry {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const body = async function* () {
    yield* chunks;
  };
  return { name, bytes, body: body() };
}

async function textOf({ body }: TarEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function toArchiveError(file: string, error: unknown): unknown {
  if (error instanceof ArchiveError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR' || error instanceof TruncatedError)
    return new ArchiveError(`${file} is cut off or damaged.`);
  if (code.startsWith('Z_') || error instanceof SyntaxError) {
    return new ArchiveError(`${file} is no backup, or damaged.`);
  }
  return error;
}

async function assertAbsent(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new ArchiveError(`${path} exists already: nothing is overwritten.`);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
