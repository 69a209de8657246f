import type { ErrorCode } from '@chat-app/contract';

/** An error whose message is safe to show to the caller. Every other error becomes a plain 'internal' at the edge. */
export class AppError extends Error {
  override name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Added to the error body next to message and code. */
    readonly extra: Record<string, unknown> = {},
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

export const invalidInput = (message: string, fields?: Record<string, string>) =>
  new AppError('invalid_input', message, fields ? { fields } : {});
export const notFound = (what: string) => new AppError('not_found', `${what} not found`);
export const forbidden = (message: string) => new AppError('forbidden', message);
const busyText = 'The server is busy. Please try again in a moment.';
export const unavailable = (message = busyText) => new AppError('unavailable', message, {}, 2);
/** Only for requests on which no work has begun: the client may safely repeat them. */
export const untouched = (retryAfterSeconds: number) =>
  new AppError('unavailable', busyText, { isUntouched: true }, retryAfterSeconds);
export const isUntouched = (error: unknown) => error instanceof AppError && error.extra['isUntouched'] === true;

/** The wait appears in the message and in the Retry-After header. */
export function rateLimited(retryAfterMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const wait = seconds < 120 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('rate_limited', `Too many attempts. Please try again in ${wait}.`, {}, seconds);
}
