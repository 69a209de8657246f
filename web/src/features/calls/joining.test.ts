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

test.each(['internal', 'rate_limited', 'unavailable'] as const)(
  '[CALL-38] %s is asked again about, a few times',
  (code) => {
    const message = 'The words do not matter';
    const { joining, heard } = join();
    for (let count = 1; count <= 3; count += 1) {
      joining.refuse(message, { code });
      vi.advanceTimersByTime(4_000);
      expect(heard).toHaveLength(1 + count);
    }
    joining.refuse(message, { code });
    vi.advanceTimersByTime(60_000);
    expect(heard).toEqual(['ask', 'ask', 'ask', 'ask', message]);
  },
);

test('[CALL-38] a refusal that is meant is not', () => {
  const { joining, heard } = join();
  joining.refuse('This call is full', { code: 'invalid_input' });
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['ask', 'This call is full']);
});

test('[CALL-38] nor is asked once there is a seat, or no line', () => {
  const { joining, heard } = join();
  joining.refuse('Please try again later.', { code: 'internal' });
  joining.stop();
  vi.advanceTimersByTime(60_000);
  expect(heard).toEqual(['ask']);
});

test('[CALL-201] the call to be left is named until this device has joined, and not when it joins again', () => {
  const left: unknown[] = [];
  const joining = createJoining({
    leaveCallIn: 'other',
    ask: (_myId, leaveCallIn) => left.push(leaveCallIn),
    onRefused: () => {},
  });
  joining.start('me');
  joining.refuse('Later', { code: 'unavailable' });
  vi.advanceTimersByTime(4_000);
  joining.noteSeated();
  joining.start('me');
  expect(left).toEqual(['other', 'other', null]);
});
