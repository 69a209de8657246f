import { limits } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';

/** Statuses that do not depend on the message, so that a retry may succeed. */
const transientStatuses: ReadonlySet<number> = new Set([0, 408, 425, 429]);

/** Whether the failure is transient. Any other error is about the message and would repeat forever. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // A success whose body has the wrong shape is the page of a proxy. A retry is safe: the server deduplicates messages.
  const isMalformed = error.status >= 200 && error.status < 400;
  return transientStatuses.has(error.status) || error.status >= 500 || isMalformed;
}

/** Full jitter under a doubling ceiling, so that clients that lost the server together do not retry together. */
export function resendDelayMs(failedTries: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(limits.resendMaxMs, limits.resendMinMs * 2 ** Math.max(0, failedTries - 1));
  return random() * ceilingMs;
}
