import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Advances the fake clock and lets the page react. */
export function passTime(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}
