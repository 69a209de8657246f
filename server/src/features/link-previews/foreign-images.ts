import { limits, type UserId } from '@chat-app/contract';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isUntouched, unavailable } from '../../platform/errors.ts';
import { createFairQueue, type Turn } from '../../platform/fair-queue.ts';
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

/** A turn that fetches an image for this person. */
export interface ImageFetch {
  readonly userId: UserId;
  readonly turn: Turn;
}

interface ForeignImageDeps {
  readonly fetchGuarded: GuardedFetch;
  readonly decoder: ImageDecoder;
  readonly scratchDir: string;
}

const maxBytes = 5 * 1024 * 1024;

/** People take turns, so that images of one person that are slow to decode do not delay those of another. */
const decoding = {
  concurrency: 1,
  maxWaiting: 20,
  /** Longer than the worst image may take: then the next person gets a turn. */
  maxWaitMs: 10_000,
  expectedTurnMs: 100,
};

/** Fetches images and re-encodes them. Null when there is none, or none that can be decoded. */
export function createForeignImages({ fetchGuarded, decoder, scratchDir }: ForeignImageDeps) {
  const decodeTurns = createFairQueue(decoding);

  async function reencode(userId: UserId, given: string, reencoded: string) {
    const endTurn = await decodeTurns.acquire({ group: userId });
    try {
      return await decoder.reencode(given, reencoded);
    } finally {
      endTurn();
    }
  }

  async function fetchAndReencode(url: URL, { userId, turn }: ImageFetch, scratch: string) {
    const [given, reencoded] = [join(scratch, 'given'), join(scratch, 'reencoded')];
    await fetchGuarded(url, {
      accept: 'image/webp,image/png,image/jpeg,image/gif',
      // One more than is accepted, so that an image that is too large is detected.
      maxBytes: maxBytes + 1,
      enterHost: turn.moveTo,
      read: ({ body }) => writeBounded(given, Readable.from(onlyImage(body)), maxBytes),
    });
    turn();
    const image = await reencode(userId, given, reencoded);
    if (image.bytes > limits.imageMaxBytes) return null;
    const content = await readFile(reencoded);
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
    return { contentType: `image/${image.format}`, etag, content };
  }

  async function fetch(url: URL, by: ImageFetch): Promise<ForeignImage | null> {
    await mkdir(scratchDir, { recursive: true });
    const scratch = await mkdtemp(join(scratchDir, 'foreign-'));
    try {
      return await fetchAndReencode(url, by, scratch);
    } catch (error) {
      if (isOurFault(error)) throw unavailable();
      if (isNoImage(error)) return null;
      throw error;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  return { fetch, depth: decodeTurns.depth };
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
  // The image was fetched before the decoder's queue refused it.
  if (isUntouched(error)) return true;
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
