import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageAwayError, StorageFullError } from './blob-store.ts';

/** Error names that different S3 implementations use for "no room". */
const fullNames = new Set(['InsufficientStorage', 'QuotaExceeded', 'StorageFull', 'XMinioStorageFull']);

/** The object does not exist. Without `s3:ListBucket` (docs/operations/configure.md), S3 answers 403 instead. */
export function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && error.name !== 'NoSuchBucket';
}

export function isOutsideRange(error: unknown): boolean {
  return statusOf(error) === 416;
}

/** The storage answered, and a retry will not change the answer. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && status < 500 && status !== 429;
}

/** For the operator, who has to change the configuration. */
export function refusalReason(error: unknown): string {
  const status = statusOf(error);
  if (status === 403) return 'the key is wrong or has no right to it';
  if (status === 404) return 'there is no such bucket';
  if (status === 301 || status === 400) return 'it belongs to another region or address';
  return `the storage answered ${status}`;
}

export function toFailure(error: unknown): Error {
  const isFull = statusOf(error) === 507 || (error instanceof Error && fullNames.has(error.name));
  return isFull ? new StorageFullError({ cause: error }) : new StorageAwayError(error);
}

function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}
