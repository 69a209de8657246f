import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { Logger } from '../logger.ts';
import { type BlobStore, type ByteRange, isBlobName, StorageAwayError } from './blob-store.ts';
import { limited } from './limited.ts';
import { isMissing, isOutsideRange, isRefusal, refusalReason, toFailure } from './s3-failures.ts';

/** A bucket, its credentials, and how to reach it. */
export interface S3Target {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of every name in the bucket: empty, or ending with a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket is part of the path, not of the host name. */
  readonly isPathStyle: boolean;
  /** Browsers can reach the bucket, so downloads need not pass through us. */
  readonly hasDirectDownloads: boolean;
}

const linkSeconds = 60;
/** S3's minimum part size, except for the last part. An upload buffers at most this much plus the next part. */
const minPartBytes = 5 * 1024 * 1024;
const maxParts = 10_000;
/**
 * To the first byte of a response, with two attempts. Removals run inside transactions, which fail if they wait longer.
 */
const quick = { requestTimeout: 4000 };
const partTimeoutMs = 60_000;

/** Blobs as private objects of one bucket. */
export async function createS3BlobStore(target: S3Target, logger: Logger): Promise<BlobStore> {
  const client = connect(target);
  const { bucket: Bucket, prefix } = target;
  const location = (name: string) => ({ Bucket, Key: prefix + name });
  await assertUsable(client, Bucket, logger);

  return {
    write: async (name, source, { maxBytes = Infinity, signal } = {}) => {
      if (!isBlobName(name)) throw new Error('Not a name for a blob');
      const stop = new AbortController();
      const until = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      const writing = writeWhole(client, location(name), { source: limited(source, maxBytes, until), maxBytes });
      // Releases a silent source when the storage has failed.
      return writing.finally(() => stop.abort());
    },
    open: async (name, range) => (isBlobName(name) ? openObject(client, location(name), range) : null),
    remove: async (name) => {
      if (isBlobName(name)) await ask(() => client.send(new DeleteObjectCommand(location(name)), quick));
    },
    stat: async (name) => {
      if (!isBlobName(name)) return null;
      const found = await ask(() => client.send(new HeadObjectCommand(location(name)), quick));
      return found && { bytes: found.ContentLength ?? 0 };
    },
    signedUrl: async (name, { contentType, contentDisposition }) => {
      if (!target.hasDirectDownloads || !isBlobName(name)) return null;
      const command = new GetObjectCommand({
        ...location(name),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(client, command, { expiresIn: linkSeconds });
    },
    close: () => client.destroy(),
  };
}

function connect({ endpoint, region, accessKeyId, secretAccessKey, isPathStyle }: S3Target): S3Client {
  // Every viewer of an image holds a socket while it is read, so slow readers must not exhaust them.
  const agent = { maxSockets: 1000 };
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: isPathStyle,
    maxAttempts: 2,
    // Requests are signed with their SHA-256; other S3 implementations support no further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With this header, every part would open its own connection.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout: partTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: 120_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** A wrong key or bucket name would fail every upload, so it stops the start; unavailable storage may recover. */
async function assertUsable(client: S3Client, bucket: string, logger: Logger): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), quick);
  } catch (error) {
    const line = `S3_URL: the bucket "${bucket}" cannot be used: ${refusalReason(error)}`;
    if (isRefusal(error)) throw new Error(line, { cause: error });
    logger.warn({ err: error }, 'the file storage is unavailable');
  }
}

interface ObjectLocation {
  readonly Bucket: string;
  readonly Key: string;
}

/** Uploads one part at a time: the sender waits for the storage, and no upload holds more than two parts in memory. */
async function writeWhole(
  client: S3Client,
  location: ObjectLocation,
  { source, maxBytes }: { source: AsyncIterable<Uint8Array>; maxBytes: number },
): Promise<{ bytes: number }> {
  const given = observed(source);
  const upload = new Upload({
    client,
    params: { ...location, Body: Readable.from(given.chunks()) },
    queueSize: 1,
    partSize: Number.isFinite(maxBytes) ? Math.max(minPartBytes, Math.ceil(maxBytes / maxParts)) : minPartBytes,
    // The library's own clean-up skips a failed last step, and would replace the original error with its own.
    leavePartsOnError: true,
  });
  try {
    await upload.done();
    return { bytes: given.bytes() };
  } catch (error) {
    await giveUp(client, location, { uploadId: upload.uploadId, isSent: given.isAtEnd() });
    const broken = given.failure();
    throw broken ? broken.error : toFailure(error);
  }
}

/** Distinguishes failures of the source from those of the storage. */
function observed(source: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  let isAtEnd = false;
  let failure: { error: unknown } | null = null;
  const next = (iterator: AsyncIterator<Uint8Array>) =>
    iterator.next().catch((error: unknown) => {
      failure = { error };
      throw error;
    });
  // Not a plain loop: when the storage stops reading, this generator ends too, which is no failure of the source.
  async function* chunks() {
    const iterator = source[Symbol.asyncIterator]();
    try {
      for (let step = await next(iterator); step.done !== true; step = await next(iterator)) {
        bytes += step.value.length;
        yield step.value;
      }
      isAtEnd = true;
    } finally {
      if (!isAtEnd) await iterator.return?.();
    }
  }
  return { chunks, bytes: () => bytes, isAtEnd: () => isAtEnd, failure: () => failure };
}

/** If the storage is unavailable, the clean-up is left to the bucket's rule for incomplete uploads. */
async function giveUp(
  client: S3Client,
  location: ObjectLocation,
  { uploadId, isSent }: { uploadId: string | undefined; isSent: boolean },
): Promise<void> {
  if (uploadId !== undefined) {
    const abort = new AbortMultipartUploadCommand({ ...location, UploadId: uploadId });
    await client.send(abort, quick).catch(() => undefined);
  }
  // The response may have been lost after the last byte was stored.
  if (isSent) await client.send(new DeleteObjectCommand(location), quick).catch(() => undefined);
}

async function openObject(client: S3Client, location: ObjectLocation, range?: ByteRange) {
  if (range && (range.start < 0 || range.start > range.end)) throw outside();
  const wanted = { ...location, ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
  const found = await ask(() => client.send(new GetObjectCommand(wanted), quick));
  if (!found) return null;
  const { Body: stream, ContentLength: length = 0, ContentRange: part = '' } = found;
  if (!(stream instanceof Readable)) throw new StorageAwayError(new Error('An object came without a body'));
  return { stream, bytes: range ? Number(part.slice(part.lastIndexOf('/') + 1)) : length };
}

async function ask<Answer>(send: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await send();
  } catch (error) {
    if (isMissing(error)) return null;
    if (isOutsideRange(error)) throw outside();
    throw toFailure(error);
  }
}

const outside = () => new RangeError('The range lies outside the blob');
