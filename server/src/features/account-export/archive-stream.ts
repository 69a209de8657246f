import { PassThrough, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ArchiveEntry {
  readonly path: string;
  /** False for files: most of them are compressed already. */
  readonly isCompressible: boolean;
  readonly open: () => Promise<Readable>;
}

/**
 * A ZIP archive of these entries, each opened when the one before it was read: the memory it takes does not depend on their
 * sizes. Closing the archive closes the entry that is being read, and no other is opened.
 */
export function createArchiveStream(entries: AsyncIterable<ArchiveEntry>): Readable {
  const zip = new ZipFile();
  const archive = new PassThrough();
  let current: Readable | null = null;

  async function add({ path, isCompressible, open }: ArchiveEntry): Promise<void> {
    const stream = await open();
    current = stream;
    if (archive.destroyed) stream.destroy();
    zip.addReadStream(stream, path, { compress: isCompressible });
    await finished(stream);
  }

  async function addAll() {
    for await (const entry of entries) {
      await add(entry);
    }
    zip.end();
  }

  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  zip.outputStream.pipe(archive);
  archive.once('close', () => current?.destroy());
  addAll().catch(fail);
  return archive;
}
