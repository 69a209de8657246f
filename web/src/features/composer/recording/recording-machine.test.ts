import { describe, expect, test } from 'vitest';
import { cancelPx, canResume, lockPx, nextState } from './recording-machine.ts';
import type { RecordingEvent, RecordingState } from './recording-machine.ts';

const finger = { locksOnTap: false, dx: 0, dy: 0 };
const mouse = { locksOnTap: true, dx: 0, dy: 0 };
const run = (start: RecordingState, ...events: RecordingEvent[]) => events.reduce(nextState, start);
const held: RecordingState = { phase: 'recording', press: finger };
const locked: RecordingState = { phase: 'recording', press: null };
const long = { heldMs: 2_000, recordedMs: 1_900 };

describe('[VOI-1] the button', () => {
  test('sends when a finger that held it is released', () => {
    const end = run({ phase: 'opening', press: finger }, { type: 'opened' }, { type: 'released', ...long });
    expect(end).toEqual({ phase: 'over', outcome: 'sent' });
  });

  test('records on without holding after a click of the mouse', () => {
    const click = { type: 'released', heldMs: 90, recordedMs: 40 } as const;
    expect(run({ phase: 'recording', press: mouse }, click)).toEqual(locked);
    expect(run({ phase: 'opening', press: mouse }, click, { type: 'opened' })).toEqual(locked);
  });

  test('explains itself after a tap, and nothing is sent', () => {
    const tap = { type: 'released', heldMs: 300, recordedMs: 200 } as const;
    expect(run(held, tap)).toEqual({ phase: 'over', outcome: 'too-short' });
    expect(run({ phase: 'opening', press: finger }, tap)).toEqual({ phase: 'over', outcome: 'too-short' });
  });

  test('sends nothing that is shorter than half a second, however long it was held', () => {
    const late = { type: 'released', heldMs: 3_000, recordedMs: 480 } as const;
    expect(run(held, late)).toEqual({ phase: 'over', outcome: 'too-short' });
    expect(run(locked, { type: 'sent', recordedMs: 480 })).toEqual({ phase: 'over', outcome: 'too-short' });
  });

  test('stays locked when the prompt of the browser made the finger leave', () => {
    const start: RecordingState = { phase: 'opening', press: finger };
    expect(run(start, { type: 'released', heldMs: 4_000, recordedMs: 0 }, { type: 'opened' })).toEqual(locked);
  });
});

describe('[VOI-2] a held recording', () => {
  test('is cancelled by a pull to the left, and only by a long one', () => {
    expect(run(held, { type: 'moved', dx: 1 - cancelPx, dy: 0 })).toMatchObject({ phase: 'recording' });
    expect(run(held, { type: 'moved', dx: -cancelPx, dy: 0 })).toEqual({ phase: 'over', outcome: 'cancelled' });
  });

  test('is locked by a pull upwards, after which moving and releasing change nothing', () => {
    const up = { type: 'moved', dx: 0, dy: -lockPx } as const;
    const away = { type: 'moved', dx: -cancelPx, dy: 0 } as const;
    expect(run(held, up, away, { type: 'released', ...long })).toEqual(locked);
  });
});

describe('[VOI-3] a recording', () => {
  test('is paused and continued, and is sent from both states', () => {
    const paused = run(locked, { type: 'paused', reason: 'user', recordedMs: 800 });
    expect(paused).toEqual({ phase: 'paused', reason: 'user' });
    expect(run(paused, { type: 'resumed' }, { type: 'opened' })).toEqual(locked);
    expect(run(paused, { type: 'sent', recordedMs: 800 })).toEqual({ phase: 'over', outcome: 'sent' });
  });

  test('cannot go on at its limit', () => {
    const full = run(locked, { type: 'paused', reason: 'limit', recordedMs: 600_000 });
    expect(canResume(full)).toBe(false);
    expect(run(full, { type: 'resumed' })).toEqual(full);
  });

  test.each(['call', 'left', 'lost'] as const)(
    'is kept when it is interrupted (%s), unless it says nothing',
    (reason) => {
      expect(run(held, { type: 'paused', reason, recordedMs: 500 })).toEqual({ phase: 'paused', reason });
      expect(run(held, { type: 'paused', reason, recordedMs: 499 })).toEqual({ phase: 'over', outcome: 'cancelled' });
    },
  );

  test('is kept when the microphone cannot be opened again', () => {
    const failed = { type: 'failed', fault: 'busy' } as const;
    const start: RecordingState = { phase: 'opening', press: null };
    expect(run(start, { ...failed, recordedMs: 900 })).toEqual({ phase: 'paused', reason: 'lost' });
    expect(run(start, { ...failed, recordedMs: 0 })).toEqual({ phase: 'over', outcome: 'busy' });
  });

  test('waits for the end of a call', () => {
    const failed = { type: 'failed', fault: 'call' } as const;
    const start: RecordingState = { phase: 'opening', press: null };
    expect(run(start, { ...failed, recordedMs: 900 })).toEqual({ phase: 'paused', reason: 'call' });
    expect(run(start, { ...failed, recordedMs: 0 })).toEqual({ phase: 'over', outcome: 'call' });
  });

  test('that is over stays over', () => {
    const over: RecordingState = { phase: 'over', outcome: 'cancelled' };
    expect(run(over, { type: 'opened' }, { type: 'resumed' }, { type: 'sent', recordedMs: 9_000 })).toBe(over);
  });
});
