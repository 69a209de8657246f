import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Response headers for a browser that fetches a blob directly. */
export interface SignedUrlHeaders {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Stores files under names we choose. A name is long, random, and may have a short extension. */
export interface BlobStore {
  /**
   * Streams to storage; nothing is visible under the name until all bytes are durable. Throws BlobTooLargeError over
   * `maxBytes` and StorageFullError when there is no room; then, and when `signal` aborts, nothing is left behind.
   */
  write: (
    name: string,
    source: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number; signal?: AbortSignal },
  ) => Promise<{ bytes: number }>;
  /** `bytes` is the size of the whole blob, even for a range. The caller must read the stream or destroy it. */
  open: (name: string, range?: ByteRange) => Promise<{ stream: Readable; bytes: number } | null>;
  /** Removing a missing blob succeeds. */
  remove: (name: string) => Promise<void>;
  stat: (name: string) => Promise<{ bytes: number } | null>;
  /** A presigned URL from which a browser can fetch the blob for a minute; null when the bytes must be sent by us. */
  signedUrl: (name: string, headers: SignedUrlHeaders) => Promise<string | null>;
  close: () => void;
}

/** The source exceeded `maxBytes`. */
export class BlobTooLargeError extends Error {
  override name = 'BlobTooLargeError';
  constructor() {
    super('The file is larger than allowed');
  }
}

/** The disk, the bucket or the quota is full. Recovers without a restart once there is room again. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
  constructor(options?: ErrorOptions) {
    super('There is no room left in the storage', options);
  }
}

/** The storage does not answer, or not as expected. Users are asked to try again; the cause is for the log. */
export class StorageAwayError extends AppError {
  override name = 'StorageAwayError';
  constructor(cause: unknown) {
    super('unavailable', 'Files cannot be reached right now. Please try again in a moment.', {}, 5);
    this.cause = cause;
  }
}

/** Any other name might have a special meaning to a file system. */
export function isBlobName(name: string): boolean {
  return name.length <= 200 && /^[A-Za-z0-9_-]{16,}(\.[a-z0-9]{1,8})?$/.test(name);
}
