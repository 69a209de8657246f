import { afterAll, vi } from 'vitest';

// Test files share modules and globals: what one of them replaced must not reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
