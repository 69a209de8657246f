import { limits } from '@chat-app/contract';

interface Circumstances {
  failedAttempts: number;
  /** Whether the page is visible. */
  isVisible: boolean;
  random?: () => number;
}

/**
 * The delay before the next attempt. The first ones follow SPEC.md. Later ones have jitter, so that not all clients
 * reconnect at the same moment, and are rare on hidden pages.
 */
export function reconnectDelayMs({ failedAttempts, isVisible, random = Math.random }: Circumstances): number {
  if (failedAttempts < limits.socketQuickAttempts) return limits.socketQuickDelayMs;
  const [min, max] = isVisible
    ? [limits.socketVisibleMinMs, limits.socketVisibleMaxMs]
    : [limits.socketSlowMinMs, limits.socketSlowMaxMs];
  return min + random() * (max - min);
}
