import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a browser that fetches a blob itself is told about it. */
export interface LinkedAs {
  readonly contentType: string;
  readonly contentDisposition: string;
}

/** Keeps files under names we choose. A name is long, random, and may carry a short extension. */
export interface BlobStore {
  /**
   * Streams to storage; nothing is visible under the name until all bytes are durable. Throws BlobTooLargeError over
   * `maxBytes` and StorageFullError when there is no room; then, and when `signal` aborts, nothing stays behind.
   */
  write: (
    name: string,
    source: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number; signal?: AbortSignal },
  ) => Promise<{ bytes: number }>;
  /** `bytes` is the size of the whole blob, also when a range is asked. The caller reads the stream or destroys it. */
  open: (name: string, range?: ByteRange) => Promise<{ stream: Readable; bytes: number } | null>;
  /** Removing what is not there is fine. */
  remove: (name: string) => Promise<void>;
  stat: (name: string) => Promise<{ bytes: number } | null>;
  /** Where a browser can fetch the blob by itself for a minute; null where the bytes have to come from us. */
  link: (name: string, as: LinkedAs) => Promise<string | null>;
  close: () => void;
}

/** More bytes came than were allowed. */
export class BlobTooLargeError extends Error {
  override name = 'BlobTooLargeError';
  constructor() {
    super('The file is larger than allowed');
  }
}

/** The disk, the bucket or the quota is full. It heals without a restart once there is room again. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
  constructor(options?: ErrorOptions) {
    super('There is no room left in the storage', options);
  }
}

/** The storage does not answer, or not as it should. People are told to try again; the cause is for the log. */
export class StorageAwayError extends AppError {
  override name = 'StorageAwayError';
  constructor(cause: unknown) {
    super('unavailable', 'Files cannot be reached right now. Please try again in a moment.', {}, 5);
    this.cause = cause;
  }
}

/** Everything else might mean something to a file system. */
export function isBlobName(name: string): boolean {
  return name.length <= 200 && /^[A-Za-z0-9_-]{16,}(\.[a-z0-9]{1,8})?$/.test(name);
}
