import { afterAll, vi } from 'vitest';

// Test files share modules and globals: replacements in one file must not reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
