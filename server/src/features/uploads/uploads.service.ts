import { answerTexts, cleanFileName, limits, uploadPath, type UserId } from '@chat-app/contract';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Database, Sql } from '../../platform/db/database.ts';
import { notFound, AppError, invalidInput, unavailable } from '../../platform/errors.ts';
import { type ImageDecoder, ImageRejected } from '../../platform/images/image-decoder.ts';
import { type BlobStore, BlobTooLargeError, StorageFullError } from '../../platform/storage/blob-store.ts';
import { SourceBrokenError, writeBounded } from '../../platform/storage/bounded-file.ts';
import { newToken } from '../../platform/tokens.ts';
import { audioHeadBytes, audioTypeOf } from './audio-type.ts';
import { withIdleTimeout } from './idle-timeout.ts';
import { assertBelowDailyQuota, tooLarge } from './uploads.policy.ts';
import { uploadRepository } from './uploads.repository.ts';

interface UploadDeps {
  blobs: BlobStore;
  database: Database;
  decoder: ImageDecoder;
  maxUploadBytes: number;
  /** How much one person may upload in a day. */
  dailyBytes: number;
  /** Holds incoming files until they are checked. */
  scratchDir: string;
}

/** A stored file. */
export interface StoredFile {
  readonly fileName: string;
  readonly name: string;
  readonly bytes: number;
}

const idleTimeoutMs = 30_000;
/** Per transaction, which must not wait long for remote storage. */
const sweepAtOnce = 50;

export type Uploads = ReturnType<typeof createUploads>;

/** Removes uploads that nothing shows, the bytes first: the next sweep then finds one that was interrupted. */
export function createUnusedRemoval({ blobs, database }: Pick<UploadDeps, 'blobs' | 'database'>) {
  return async (fileNames: readonly string[]): Promise<number> =>
    database.transaction(async (tx) => {
      const unused = await uploadRepository.lockUnused(tx, fileNames);
      for (const fileName of unused) await blobs.remove(fileName);
      await uploadRepository.remove(tx, unused);
      return unused.length;
    });
}

export function createUploads(deps: UploadDeps) {
  const { blobs, database, dailyBytes, maxUploadBytes, scratchDir } = deps;

  const removeUnused = createUnusedRemoval(deps);

  async function checkQuota(sql: Sql, ownerId: UserId): Promise<void> {
    if (dailyBytes === Infinity) return;
    assertBelowDailyQuota(await uploadRepository.sumBytesOfDay(sql, ownerId), dailyBytes);
  }

  /** One upload of a person after the other, on any node: parallel ones would all find the quota free. */
  const addWithinQuota: AddWithinQuota = (ownerId, add) =>
    database.transaction(async (tx) => {
      if (dailyBytes !== Infinity) await uploadRepository.lockOwner(tx, ownerId);
      await checkQuota(tx, ownerId);
      await add(tx);
    });

  return {
    removeUnused,

    async addImage(ownerId: UserId, source: Readable): Promise<string> {
      // Before the image is read; it is checked again when its size is known.
      await checkQuota(database.sql, ownerId);
      await mkdir(scratchDir, { recursive: true });
      const scratch = await mkdtemp(join(scratchDir, 'image-'));
      try {
        return await storeImage(deps, { ownerId, source, scratch }, { addWithinQuota, removeUnused });
      } catch (error) {
        throw toAppError(error, limits.imageMaxBytes);
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },

    /** Streams the file to storage, without holding it in memory. Nobody can read it until a message shows it. */
    async addFile(ownerId: UserId, given: { stream: Readable; name: string }): Promise<StoredFile> {
      const fileName = `${newToken()}.bin`;
      const name = cleanFileName(given.name);
      // An upload in progress counts with its maximum size.
      const row = { fileName, ownerId, name, bytes: maxUploadBytes };
      await addWithinQuota(ownerId, (tx) => uploadRepository.addFile(tx, row));
      try {
        const source = withIdleTimeout(given.stream, idleTimeoutMs);
        const { bytes } = await blobs.write(fileName, source, { maxBytes: maxUploadBytes });
        if (!(await uploadRepository.setBytes(database.sql, fileName, bytes))) {
          await blobs.remove(fileName);
          throw notFound('User');
        }
        return { fileName, name, bytes };
      } catch (error) {
        await removeUnused([fileName]);
        throw toAppError(error, maxUploadBytes);
      }
    },

    /** Lets a stored file be played as a voice message. Throws unless its bytes are those of a known audio format. */
    markVoice: (file: StoredFile, voice: Voice) => markVoice(deps, file, voice),

    async sweep(): Promise<void> {
      while (await removeUnused(await uploadRepository.listOrphaned(database.sql, sweepAtOnce)));
    },

    /** A file that this person may see, or null, without a reason. */
    async open(readerId: UserId, fileName: string) {
      if (!ourFileName.test(fileName)) return null;
      const upload = await uploadRepository.findReadable(database.sql, fileName, readerId);
      const stored = upload && (await blobs.stat(upload.fileName));
      return upload && stored ? { ...upload, bytes: stored.bytes } : null;
    },
  };
}

/** What is known of the sound of a voice message. */
export interface Voice {
  readonly durationMs: number;
  /** Numbers, separated by commas. */
  readonly waveform: string;
}

/** Throws unless the bytes are those of a known audio format: only then is the file not served as a download. */
async function markVoice({ blobs, database }: UploadDeps, file: StoredFile, voice: Voice): Promise<void> {
  const { fileName, bytes } = file;
  const end = Math.min(bytes, audioHeadBytes) - 1;
  const opened = bytes === 0 ? null : await blobs.open(fileName, { start: 0, end });
  const contentType = opened && audioTypeOf(Buffer.concat(await opened.stream.toArray()));
  if (contentType === null) throw new AppError('unsupported_type', answerTexts.voiceNoAudio);
  await uploadRepository.setVoice(database.sql, fileName, { contentType, ...voice });
}

/** Adds the row of an upload, or fails when the person has uploaded too much. */
type AddWithinQuota = (ownerId: UserId, add: (tx: Sql) => Promise<void>) => Promise<void>;

interface ImageRows {
  readonly addWithinQuota: AddWithinQuota;
  readonly removeUnused: (fileNames: readonly string[]) => Promise<unknown>;
}

/** Stores a re-encoded image: none of the sender's bytes or metadata get through. */
async function storeImage(
  { blobs, decoder }: UploadDeps,
  { ownerId, source, scratch }: { ownerId: UserId; source: Readable; scratch: string },
  { addWithinQuota, removeUnused }: ImageRows,
): Promise<string> {
  const [given, reencoded] = [join(scratch, 'given'), join(scratch, 'reencoded')];
  await writeBounded(given, source, limits.imageMaxBytes);
  const { format, width, height, bytes } = await decoder.reencode(given, reencoded);

  const fileName = `${newToken()}.${format === 'jpeg' ? 'jpg' : format}`;
  const contentType = `image/${format}`;
  // Before the bytes, so that a crash leaves no unknown file behind.
  const row = { fileName, ownerId, contentType, bytes, width, height };
  await addWithinQuota(ownerId, (tx) => uploadRepository.addImage(tx, row));
  try {
    await blobs.write(fileName, createReadStream(reencoded));
  } catch (error) {
    await removeUnused([fileName]);
    throw error;
  }
  return uploadPath(fileName);
}

/** The format of our file names; anything else cannot exist and need not reach the database or the disk. */
const ourFileName = /^[\w-]{43}\.[a-z0-9]{1,8}$/;

const rejections: Record<ImageRejected['reason'], () => AppError> = {
  unsupported: () => new AppError('unsupported_type', 'Only PNG, JPEG, GIF and WebP images are accepted'),
  'too-many-pixels': () => new AppError('too_large', 'This image has too many pixels'),
  broken: () => invalidInput('This image is broken and cannot be read'),
  timeout: () => invalidInput('This image takes too long to read'),
  busy: () => unavailable(),
};

function toAppError(error: unknown, maxBytes: number): unknown {
  if (error instanceof ImageRejected) return rejections[error.reason]();
  if (error instanceof SourceBrokenError) return invalidInput('The upload broke off before its end');
  if (error instanceof BlobTooLargeError) return tooLarge(maxBytes);
  if (error instanceof StorageFullError)
    return new AppError('storage_full', 'There is no room left for files on this server');
  return error;
}
