import { isDatabaseUnavailable, isMissingReference } from './db/database-errors.ts';
import { AppError, unavailable } from './errors.ts';
import { isRedisUnavailable } from './redis/redis-errors.ts';

/** What a caller may know about an error: an `AppError` itself, an outage as 'unavailable', nothing of any other. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error) || isRedisUnavailable(error)) return unavailable();
  // A row that was read before, often the caller's own account, has been deleted since.
  if (isMissingReference(error)) return new AppError('not_found', 'This has been deleted in the meantime');
  return new AppError('internal', 'Something went wrong. Please try again later.');
}

/** True for an outage of something that the program depends on. */
export const isUnavailable = (error: unknown): boolean => toAppError(error).code === 'unavailable';
