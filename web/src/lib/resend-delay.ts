import { limits } from '@chat-app/contract';
import { ApiError } from './api-error.ts';

/** Answers that say nothing about the message itself: the same may succeed later. */
const passingStatuses: ReadonlySet<number> = new Set([0, 408, 425, 429]);

/** Whether the failure will pass; any other refusal is about what was sent and would be repeated for ever. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // Success whose body is not what was promised: a page of some proxy. The server is asked again and gives the same message.
  const isGarbled = error.status >= 200 && error.status < 400;
  return passingStatuses.has(error.status) || error.status >= 500 || isGarbled;
}

/** Full jitter under a ceiling that doubles: many who lost the server together do not return together. */
export function resendDelayMs(failedTries: number, random: () => number = Math.random): number {
  const ceilingMs = Math.min(limits.resendMaxMs, limits.resendMinMs * 2 ** Math.max(0, failedTries - 1));
  return random() * ceilingMs;
}
