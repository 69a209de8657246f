import { limits } from '@chat-app/contract';

/** How long to wait before the next try: a few quick ones, then slowly and spread out, so that not everybody returns at once. */
export function reconnectDelayMs(failedTries: number, random: () => number = Math.random): number {
  if (failedTries < limits.socketQuickAttempts) return limits.socketQuickDelayMs;
  return limits.socketSlowMinMs + random() * (limits.socketSlowMaxMs - limits.socketSlowMinMs);
}
