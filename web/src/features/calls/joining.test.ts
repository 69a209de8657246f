import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJoining } from './joining.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function join() {
  const heard: string[] = [];
  const joining = createJoining({ ask: () => heard.push('ask'), onRefused: (message) => heard.push(message) });
  joining.start('me');
  return { joining, heard };
}

const passing = [
  'Something went wrong. Please try again later.',
  'Too many events. Please slow down.',
  'The server is restarting. Please try again in a moment.',
];

test.each(passing)('[CALL-38] "%s" is asked again about, a few times', (message) => {
  const { joining, heard } = join();
  for (let count = 1; count <= 3; count += 1) {
    joining.refuse(message);
    vi.advanceTimersByTime(4_000);
    expect(heard).toHaveLength(1 + count);
  }
  joining.refuse(message);
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['ask', 'ask', 'ask', 'ask', message]);
});

test('[CALL-38] a refusal that is meant is not', () => {
  const { joining, heard } = join();
  joining.refuse('This call is full');
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['ask', 'This call is full']);
});

test('[CALL-38] nor is asked once there is a seat, or no line', () => {
  const { joining, heard } = join();
  joining.refuse('Please try again later.');
  joining.stop();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['ask']);
});
