import { expect, test } from 'vitest';
import { cancelPx, canResume, lockPx, nextState } from './recording-machine.ts';
import type { RecordingEvent, RecordingState } from './recording-machine.ts';

const finger = { locksOnTap: false, dx: 0, dy: 0 };
const mouse = { locksOnTap: true, dx: 0, dy: 0 };
const held: RecordingState = { phase: 'recording', press: finger };
const locked: RecordingState = { phase: 'recording', press: null };
const openingByFinger: RecordingState = { phase: 'opening', press: finger };
const reopening: RecordingState = { phase: 'opening', press: null };
const over = (outcome: string) => ({ phase: 'over', outcome });
const paused = (reason: string) => ({ phase: 'paused', reason });
const opened = { type: 'opened' } as const;
const resumed = { type: 'resumed' } as const;
const released = (heldMs: number, recordedMs: number) => ({ type: 'released', heldMs, recordedMs }) as const;
const moved = (dx: number, dy: number) => ({ type: 'moved', dx, dy }) as const;
const sent = (recordedMs: number) => ({ type: 'sent', recordedMs }) as const;
const pauses = (reason: 'user' | 'limit' | 'call' | 'left' | 'lost', recordedMs: number) =>
  ({ type: 'paused', reason, recordedMs }) as const;
const fails = (fault: 'busy' | 'call', recordedMs: number) => ({ type: 'failed', fault, recordedMs }) as const;

type Row = [when: string, from: RecordingState, events: RecordingEvent[], to: object];
const [click, tap] = [released(90, 40), released(300, 200)];

const button: Row[] = [
  ['a finger that held it is released', openingByFinger, [opened, released(2_000, 1_900)], over('sent')],
  ['a mouse clicks it', { phase: 'recording', press: mouse }, [click], locked],
  ['a mouse clicks it before it opens', { phase: 'opening', press: mouse }, [click, opened], locked],
  ['it is tapped', held, [tap], over('too-short')],
  ['it is tapped before it opens', openingByFinger, [tap], over('too-short')],
  ['it is held for long, but recorded too little', held, [released(3_000, 480)], over('too-short')],
  ['too little is sent', locked, [sent(480)], over('too-short')],
  ['the prompt of the browser made the finger leave', openingByFinger, [released(4_000, 0), opened], locked],
];

const gestures: Row[] = [
  ['a pull to the left that is too short', held, [moved(1 - cancelPx, 0), moved(0, 0)], held],
  ['a pull to the left', held, [moved(-cancelPx, 0)], over('cancelled')],
  ['a pull upwards', held, [moved(0, -lockPx), moved(-cancelPx, 0), released(2_000, 1_900)], locked],
];

const course: Row[] = [
  ['it is paused', locked, [pauses('user', 800)], paused('user')],
  ['it is continued', locked, [pauses('user', 800), resumed, opened], locked],
  ['it is sent while it is paused', locked, [pauses('user', 800), sent(800)], over('sent')],
  ['it is at its limit', locked, [pauses('limit', 600_000), resumed], paused('limit')],
  ...(['call', 'left', 'lost'] as const).flatMap((reason): Row[] => [
    [`it is interrupted: ${reason}`, held, [pauses(reason, 500)], paused(reason)],
    [`it is interrupted and says nothing: ${reason}`, held, [pauses(reason, 499)], over('cancelled')],
  ]),
  ['the microphone cannot be opened again', reopening, [fails('busy', 900)], paused('lost')],
  ['the microphone cannot be opened at all', reopening, [fails('busy', 0)], over('busy')],
  ['it cannot go on during a call', reopening, [fails('call', 900)], paused('call')],
  ['it cannot begin during a call', reopening, [fails('call', 0)], over('call')],
  ['it is over', { phase: 'over', outcome: 'cancelled' }, [opened, resumed, sent(9_000)], over('cancelled')],
];

test.each([
  ['[VOI-1] the button records while it is held, or after a click', button],
  ['[VOI-2] a held recording is cancelled or locked by a pull', gestures],
  ['[VOI-3] a recording is paused, continued and sent, and kept when it is interrupted', course],
])('%s', (_rule, rows) => {
  const outcomes = rows.map(([when, from, events]) => [when, events.reduce(nextState, from)]);
  expect(outcomes).toEqual(rows.map(([when, , , to]) => [when, to]));
});

test('[VOI-3] a recording cannot go on at its limit', () => {
  expect(canResume({ phase: 'paused', reason: 'limit' })).toBe(false);
});
