import { limits } from '@chat-app/contract';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { unavailable } from '../../platform/errors.ts';
import { type ImageDecoder, ImageRejected } from '../../platform/images/image-decoder.ts';
import { sniffedBytes, sniffImageFormat } from '../../platform/images/image-format.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { Unreachable } from '../../platform/outbound/pinned-request.ts';
import { BlobTooLargeError, StorageFullError } from '../../platform/storage/blob-store.ts';
import { SourceBrokenError, writeBounded } from '../../platform/storage/bounded-file.ts';

/** A re-encoded image from another site. */
export interface ForeignImage {
  readonly contentType: string;
  readonly etag: string;
  readonly content: Buffer;
}

interface ForeignImageDeps {
  readonly fetchGuarded: GuardedFetch;
  readonly decoder: ImageDecoder;
  readonly scratchDir: string;
}

const maxBytes = 5 * 1024 * 1024;

/** Fetches an image and re-encodes it. Null when there is none, or none that can be decoded. */
export function createForeignImages({ fetchGuarded, decoder, scratchDir }: ForeignImageDeps) {
  async function fetchAndReencode(url: URL, scratch: string): Promise<ForeignImage | null> {
    const [given, reencoded] = [join(scratch, 'given'), join(scratch, 'reencoded')];
    await fetchGuarded(url, {
      accept: 'image/webp,image/png,image/jpeg,image/gif',
      // One more than is accepted, so that an image that is too large is detected.
      maxBytes: maxBytes + 1,
      read: ({ body }) => writeBounded(given, Readable.from(onlyImage(body)), maxBytes),
    });
    const image = await decoder.reencode(given, reencoded);
    if (image.bytes > limits.imageMaxBytes) return null;
    const content = await readFile(reencoded);
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
    return { contentType: `image/${image.format}`, etag, content };
  }

  return async (url: URL): Promise<ForeignImage | null> => {
    await mkdir(scratchDir, { recursive: true });
    const scratch = await mkdtemp(join(scratchDir, 'foreign-'));
    try {
      return await fetchAndReencode(url, scratch);
    } catch (error) {
      if (isOurFault(error)) throw unavailable();
      if (isNoImage(error)) return null;
      throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  };
}

/** Checks the first bytes: a video need not be fetched completely to find that it is not an image. */
async function* onlyImage(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  let isImage = false;
  for await (const chunk of body) {
    if (isImage) yield chunk;
    else head = Buffer.concat([head, chunk]);
    if (isImage || head.length < sniffedBytes) continue;
    if (sniffImageFormat(head) === null) throw new ImageRejected('unsupported');
    isImage = true;
    yield head;
  }
}

/** Temporary failures, which are not cached: the next attempt may succeed. */
function isOurFault(error: unknown): boolean {
  return error instanceof StorageFullError || (error instanceof ImageRejected && error.reason === 'busy');
}

function isNoImage(error: unknown): boolean {
  return (
    error instanceof ImageRejected ||
    error instanceof Unreachable ||
    error instanceof SourceBrokenError ||
    error instanceof BlobTooLargeError
  );
}
