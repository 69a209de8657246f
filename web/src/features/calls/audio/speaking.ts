import { limits } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';

/** Above the noise level of a quiet room. */
const audibleFrom = 0.01;

/** Returns who is speaking. A participant counts as speaking until shortly after the last sound. */
export function createSpeakingWatch() {
  const heardAtMs = new Map<UserId, number>();
  return (levels: ReadonlyMap<UserId, number>, nowMs: number): UserId[] => {
    for (const [userId, level] of levels) if (level >= audibleFrom) heardAtMs.set(userId, nowMs);
    return [...levels.keys()].filter((userId) => nowMs - (heardAtMs.get(userId) ?? -Infinity) < limits.speakingRingMs);
  };
}
