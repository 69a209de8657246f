import type { UserId } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { CallEvent, CallState, Live, Way } from './call-events.ts';
import { newCall, step } from './call-machine.ts';

const [me, bob, cid] = [asId<UserId>('me'), asId<UserId>('bob'), asId<UserId>('cid')];
const fresh = newCall(me);
const microphone = { phase: 'open', label: 'Built-in', deviceId: 'd' } as const;
const trying: Way = { phase: 'trying' };
const direct: Way = { phase: 'direct', roundTripMs: null };
const relayed: Way = { phase: 'relayed' };
const alone: Live = { ...fresh, phase: 'alone', microphone };
const talking = (...ways: Way[]): Live => ({
  ...alone,
  phase: 'talking',
  others: ways.map((way, index) => ({ id: index === 0 ? bob : cid, way })),
  sinceMs: 1000,
});
const cutOff: Live = { ...talking(direct), phase: 'cut-off' };
const over = (reason: object) => ({ phase: 'ended', reason });
const lineUp: CallEvent = { type: 'line-up', wasAsleep: false };
const lineUpAsleep: CallEvent = { type: 'line-up', wasAsleep: true };
const crew = (...ids: UserId[]): CallEvent => ({ type: 'crew', ids, atMs: 5000 });
const sound = (isSending: boolean, isRelaying: boolean, isDeaf = false) => ({
  type: 'sound',
  isSending,
  isRelaying,
  isDeaf,
});

interface Row {
  when: string;
  from: CallState;
  event: CallEvent;
  to: object;
  effects?: object[];
}

const close = { type: 'close' };
const part = (userId: UserId) => ({ type: 'part', userId });
const mend = (userId: UserId) => ({ type: 'mend', userId });
const patience = { type: 'have-patience' };

const coming: Row[] = [
  { when: 'the line is there', from: fresh, event: lineUp, to: fresh, effects: [{ type: 'join' }] },
  { when: 'nobody else is there', from: fresh, event: crew(me), to: { ...fresh, phase: 'alone' } },
  {
    when: 'somebody is there',
    from: alone,
    event: crew(me, bob),
    to: { ...talking(trying), sinceMs: 5000 },
    effects: [{ type: 'greet', userId: bob }, sound(true, true)],
  },
  {
    when: 'a third comes, the first stays as they were',
    from: talking(direct),
    event: crew(bob, cid, me),
    to: talking(direct, trying),
    effects: [{ type: 'greet', userId: cid }, sound(true, true)],
  },
  {
    when: 'the last other goes; the timer goes on',
    from: talking(relayed),
    event: crew(me),
    to: { ...alone, sinceMs: 1000 },
    effects: [{ type: 'part', userId: bob }, sound(true, false)],
  },
  { when: 'a list without us is none of ours', from: talking(direct), event: crew(bob), to: talking(direct) },
];

const breaking: Row[] = [
  {
    when: 'the server goes away, direct ways go on',
    from: talking(direct),
    event: { type: 'line-down' },
    to: cutOff,
  },
  {
    when: 'the server goes away under a relayed call',
    from: talking(relayed),
    event: { type: 'line-down' },
    to: { ...talking(relayed), phase: 'cut-off' },
    effects: [sound(true, false)],
  },
  { when: 'it comes back', from: cutOff, event: lineUp, to: cutOff, effects: [{ type: 'join' }] },
  {
    when: 'we sit again with the same people',
    from: cutOff,
    event: crew(me, bob),
    to: talking(direct),
    effects: [mend(bob)],
  },
  { when: 'it goes away before we sat', from: fresh, event: { type: 'line-down' }, to: fresh },
  {
    when: 'there is no such call any more',
    from: cutOff,
    event: { type: 'refused', message: 'gone', otherChatId: null },
    to: over({ by: 'refusal', message: 'gone', otherChatId: null }),
    effects: [close],
  },
];

/** This device has rejoined before Bob has. */
const awaiting: Live = { ...talking(direct), others: [{ id: bob, way: direct, isMissing: true }] };
const returning: Row[] = [
  {
    when: 'we are the first to sit, whom we hear is kept',
    from: cutOff,
    event: crew(me),
    to: awaiting,
    effects: [patience],
  },
  {
    when: 'whom only the server could carry is not',
    from: { ...talking(relayed), phase: 'cut-off' },
    event: crew(me),
    to: { ...alone, sinceMs: 1000 },
    effects: [part(bob)],
  },
  { when: 'a third comes before', from: awaiting, event: crew(me), to: awaiting },
  {
    when: 'the one we waited for is back',
    from: awaiting,
    event: crew(me, bob),
    to: talking(direct),
    effects: [mend(bob)],
  },
  {
    when: 'nor is waited for any longer',
    from: awaiting,
    event: { type: 'patience-over' },
    to: { ...alone, sinceMs: 1000 },
    effects: [part(bob)],
  },
  {
    when: 'the one we waited for falls silent',
    from: awaiting,
    event: { type: 'way-lost', userId: bob },
    to: { ...alone, sinceMs: 1000 },
    effects: [part(bob)],
  },
  { when: 'all are there', from: talking(direct), event: { type: 'patience-over' }, to: talking(direct) },
  {
    when: 'cut off once more meanwhile',
    from: { ...awaiting, phase: 'cut-off' },
    event: { type: 'patience-over' },
    to: { ...awaiting, phase: 'cut-off' },
  },
];

const outside: Live = { ...cutOff, phase: 'outside', others: [] };
const sleeping: Row[] = [
  { when: 'the line is back', from: cutOff, event: lineUpAsleep, to: outside, effects: [part(bob)] },
  { when: 'before we ever sat', from: fresh, event: lineUpAsleep, to: fresh, effects: [{ type: 'join' }] },
  { when: 'our other device is listed', from: outside, event: crew(me, bob), to: outside },
  { when: 'it breaks again', from: outside, event: { type: 'line-down' }, to: outside },
  { when: 'and comes back', from: outside, event: lineUp, to: outside },
  {
    when: 'we want in',
    from: outside,
    event: { type: 'rejoin' },
    to: { ...outside, phase: 'cut-off' },
    effects: [{ type: 'join' }],
  },
  { when: 'we are in already', from: alone, event: { type: 'rejoin' }, to: alone },
  { when: 'we hang up', from: outside, event: { type: 'hang-up' }, to: over({ by: 'us' }), effects: [close] },
];

const ending: Row[] = [
  {
    when: 'we hang up',
    from: talking(direct),
    event: { type: 'hang-up' },
    to: over({ by: 'us' }),
    effects: [{ type: 'hang-up' }, close],
  },
  {
    when: 'we hang up before anybody is there',
    from: fresh,
    event: { type: 'hang-up' },
    to: over({ by: 'us' }),
    effects: [{ type: 'hang-up' }, close],
  },
  {
    when: 'the window closes',
    from: alone,
    event: { type: 'window-closed' },
    to: over({ by: 'window' }),
    effects: [{ type: 'leave' }, close],
  },
  { when: 'it is over', from: talking(direct), event: { type: 'over' }, to: over({ by: 'server' }), effects: [close] },
  {
    when: 'another device takes the seat',
    from: talking(direct),
    event: { type: 'taken' },
    to: over({ by: 'other-device' }),
    effects: [close],
  },
  { when: 'another device was faster to sit, and we sit later', from: fresh, event: { type: 'taken' }, to: fresh },
  {
    when: 'we are no member any more',
    from: talking(direct),
    event: { type: 'put-out' },
    to: over({ by: 'removal' }),
    effects: [{ type: 'leave' }, close],
  },
  {
    when: 'there is no seat',
    from: fresh,
    event: { type: 'refused', message: 'This call is full', otherChatId: null },
    to: over({ by: 'refusal', message: 'This call is full', otherChatId: null }),
    effects: [close],
  },
  {
    when: 'a refusal in a seat is not about the seat',
    from: alone,
    event: { type: 'refused', message: 'slow down', otherChatId: null },
    to: alone,
  },
  {
    when: 'what is over stays over',
    from: { phase: 'ended', reason: { by: 'us' } },
    event: crew(me, bob),
    to: over({ by: 'us' }),
  },
];

const ways: Row[] = [
  {
    when: 'everybody is reached directly',
    from: talking(direct, trying),
    event: { type: 'way-found', userId: cid },
    to: talking(direct, direct),
    effects: [sound(true, false)],
  },
  {
    when: 'one of two is',
    from: talking(trying, trying),
    event: { type: 'way-found', userId: cid },
    to: talking(trying, direct),
  },
  {
    when: 'a direct way breaks',
    from: talking(direct),
    event: { type: 'way-lost', userId: bob },
    to: talking(relayed),
    effects: [sound(true, true)],
  },
  {
    when: 'no direct way was found',
    from: talking(trying),
    event: { type: 'way-lost', userId: bob },
    to: talking(relayed),
  },
  {
    when: 'a round trip is measured',
    from: talking(direct),
    event: { type: 'round-trip', userId: bob, ms: 23.4 },
    to: talking({ phase: 'direct', roundTripMs: 23 }),
  },
  {
    when: 'a round trip of a way that broke meanwhile',
    from: talking(relayed),
    event: { type: 'round-trip', userId: bob, ms: 23.4 },
    to: talking(relayed),
  },
];

const muted: Live = { ...talking(relayed), talk: 'muted' };
const pushed: Live = { ...talking(relayed), talk: 'pushed' };
const operating: Row[] = [
  {
    when: 'muted',
    from: talking(relayed),
    event: { type: 'mute-toggled' },
    to: muted,
    effects: [sound(false, false)],
  },
  {
    when: 'unmuted',
    from: muted,
    event: { type: 'mute-toggled' },
    to: talking(relayed),
    effects: [sound(true, true)],
  },
  {
    when: 'the talk key goes down while muted',
    from: muted,
    event: { type: 'talk-key', isDown: true },
    to: pushed,
    effects: [sound(true, true)],
  },
  {
    when: 'the talk key comes up',
    from: pushed,
    event: { type: 'talk-key', isDown: false },
    to: muted,
    effects: [sound(false, false)],
  },
  {
    when: 'the talk key with an open microphone',
    from: talking(direct),
    event: { type: 'talk-key', isDown: true },
    to: talking(direct),
  },
  {
    when: 'unmuted while the key is held',
    from: pushed,
    event: { type: 'mute-toggled' },
    to: talking(relayed),
  },
  {
    when: 'the speaker is muted',
    from: talking(direct),
    event: { type: 'speaker-toggled' },
    to: { ...talking(direct), isDeaf: true },
    effects: [sound(true, false, true)],
  },
  {
    when: 'the microphone is there',
    from: fresh,
    event: { type: 'microphone-opened', label: 'Built-in', deviceId: 'd' },
    to: { ...fresh, microphone },
    effects: [sound(true, false)],
  },
  {
    when: 'the microphone vanishes',
    from: talking(direct),
    event: { type: 'microphone-missing', fault: 'lost' },
    to: { ...talking(direct), microphone: { phase: 'missing', fault: 'lost' } },
    effects: [sound(false, false)],
  },
  {
    when: 'another try is made',
    from: { ...alone, microphone: { phase: 'missing', fault: 'denied' } },
    event: { type: 'microphone-wanted' },
    to: { ...alone, microphone: { phase: 'asking' } },
  },
  {
    when: 'another one is chosen, the one in use goes on meanwhile',
    from: alone,
    event: { type: 'microphone-wanted' },
    to: alone,
  },
];

describe.each([
  ['[CALL-20] who is in the call', coming],
  ['[CALL-21] a connection that breaks', breaking],
  ['[CALL-35] after a cut-off', returning],
  ['[CALL-36] after a sleep', sleeping],
  ['[CALL-22] the end', ending],
  ['[CALL-23] by the server goes only what cannot go directly', ways],
  ['[CALL-24] microphone and speaker', operating],
])('%s', (_rule, rows) => {
  test.each(rows)('$when', ({ from, event, to, effects = [] }) => {
    expect(step(from, event)).toEqual({ state: to, effects });
  });
});
