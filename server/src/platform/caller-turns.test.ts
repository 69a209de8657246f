import { afterEach, expect, test, vi } from 'vitest';
import type { CallerKey } from './call-rates.ts';
import { createCallerTurns } from './caller-turns.ts';

const [ann, bob] = ['network:ann', 'network:bob'] as const satisfies CallerKey[];
const settled = async () => void (await vi.advanceTimersByTimeAsync(0));

afterEach(() => void vi.useRealTimers());

test('[SEC-25] one caller has a few served at once; the next ones wait in order, others do not, and too many are refused', async () => {
  vi.useFakeTimers();
  const take = createCallerTurns({ atOnce: 2, maxWaiting: 2, maxWaitMs: 2000 });
  const log: string[] = [];
  const ask = (name: string, caller: CallerKey = ann) =>
    take(caller).then(
      (end) => {
        log.push(name);
        return end;
      },
      ({ code }: { code: string }) => {
        log.push(`${name} ${code}`);
        return () => {};
      },
    );
  const first = ask('1');
  void ask('2');
  const third = ask('3');
  void ask('4');
  void ask('5');
  void ask('of another', bob);
  await settled();
  expect(log.toSorted()).toEqual(['1', '2', '5 rate_limited', 'of another']);
  (await first)();
  await settled();
  expect(log.at(-1)).toBe('3');
  await vi.advanceTimersByTimeAsync(2000);
  expect(log.at(-1)).toBe('4 rate_limited');
  (await third)();
  void ask('6');
  await settled();
  expect(log.at(-1)).toBe('6');
});
