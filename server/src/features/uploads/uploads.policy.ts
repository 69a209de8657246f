import { AppError } from '../../platform/errors.ts';

/** `bytesOfDay`: what the person has uploaded in the last 24 hours. Who may read an upload is part of its query. */
export function assertBelowDailyQuota(bytesOfDay: number, dailyBytes: number): void {
  if (bytesOfDay < dailyBytes) return;
  throw new AppError('too_large', `${inMegabytes(dailyBytes)} MB a day are all that one person can leave here`);
}

/** States the maximum size. */
export function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `A file can be at most ${inMegabytes(maxBytes)} MB`);
}

const inMegabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
