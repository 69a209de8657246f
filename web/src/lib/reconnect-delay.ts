import { limits } from '@chat-app/contract';

interface Circumstances {
  failedAttempts: number;
  /** Whether somebody looks at the page. */
  isVisible: boolean;
  random?: () => number;
}

/**
 * How long to wait before the next attempt. The first ones follow SPEC.md; later ones have jitter, so that not everybody
 * returns at the same moment, and are rare on hidden pages.
 */
export function reconnectDelayMs({ failedAttempts, isVisible, random = Math.random }: Circumstances): number {
  if (failedAttempts < limits.socketQuickAttempts) return limits.socketQuickDelayMs;
  const [min, max] = isVisible
    ? [limits.socketVisibleMinMs, limits.socketVisibleMaxMs]
    : [limits.socketSlowMinMs, limits.socketSlowMaxMs];
  return min + random() * (max - min);
}
