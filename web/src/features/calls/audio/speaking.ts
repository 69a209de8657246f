import { limits } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';

/** Louder than the hiss of a quiet room. */
const audibleFrom = 0.01;

/** When each person was last heard, and who counts as speaking: until a moment after the last sound. */
export function createSpeakingWatch() {
  const heardAtMs = new Map<UserId, number>();
  return (levels: ReadonlyMap<UserId, number>, nowMs: number): UserId[] => {
    for (const [userId, level] of levels) if (level >= audibleFrom) heardAtMs.set(userId, nowMs);
    return [...levels.keys()].filter((userId) => nowMs - (heardAtMs.get(userId) ?? -Infinity) < limits.speakingRingMs);
  };
}
