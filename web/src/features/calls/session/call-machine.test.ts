import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { CallEvent, CallState, ActiveCall, AudioPath } from './call-events.ts';
import { newCall, step } from './call-machine.ts';

const [me, bob, cid] = [asId<UserId>('me'), asId<UserId>('bob'), asId<UserId>('cid')];
const fresh = newCall(me);
const microphone = { phase: 'open', label: 'Built-in', deviceId: 'd' } as const;
const connecting: AudioPath = { phase: 'connecting' };
const direct: AudioPath = { phase: 'direct', roundTripMs: null };
const relayed: AudioPath = { phase: 'relayed' };
const alone: ActiveCall = { ...fresh, phase: 'alone', microphone };
const talking = (...paths: AudioPath[]): ActiveCall => ({
  ...alone,
  phase: 'talking',
  others: paths.map((path, index) => ({ id: index === 0 ? bob : cid, path })),
  sinceMs: 1000,
});
const reconnecting: ActiveCall = { ...talking(direct), phase: 'reconnecting' };
const ended = (reason: object) => ({ phase: 'ended', reason });
const connected: CallEvent = { type: 'socket-connected', wasAsleep: false };
const connectedAfterSleep: CallEvent = { type: 'socket-connected', wasAsleep: true };
const listed = (...ids: UserId[]): CallEvent => ({ type: 'participants-listed', ids, atMs: 5000 });
const routing = (isSending: boolean, isRelaying: boolean, isSpeakerMuted = false) => ({
  type: 'route-audio',
  isSending,
  isRelaying,
  isSpeakerMuted,
});

interface Row {
  when: string;
  from: CallState;
  event: CallEvent;
  to: object;
  effects?: object[];
}

const close = { type: 'close' };
const remove = (userId: UserId) => ({ type: 'remove-participant', userId });
const reconnect = (userId: UserId) => ({ type: 'reconnect', userId });
const awaitMissing = { type: 'await-missing' };

const coming: Row[] = [
  { when: 'the socket is connected', from: fresh, event: connected, to: fresh, effects: [{ type: 'join' }] },
  { when: 'nobody else is in the call', from: fresh, event: listed(me), to: { ...fresh, phase: 'alone' } },
  {
    when: 'somebody else is in the call',
    from: alone,
    event: listed(me, bob),
    to: { ...talking(connecting), sinceMs: 5000 },
    effects: [{ type: 'add-participant', userId: bob }, routing(true, true)],
  },
  {
    when: 'a third joins, and the first is unchanged',
    from: talking(direct),
    event: listed(bob, cid, me),
    to: talking(direct, connecting),
    effects: [{ type: 'add-participant', userId: cid }, routing(true, true)],
  },
  {
    when: 'the last other leaves; the timer continues',
    from: talking(relayed),
    event: listed(me),
    to: { ...alone, sinceMs: 1000 },
    effects: [remove(bob), routing(true, false)],
  },
  { when: 'a list without us is ignored', from: talking(direct), event: listed(bob), to: talking(direct) },
];

const breaking: Row[] = [
  {
    when: 'the server is lost, direct paths continue',
    from: talking(direct),
    event: { type: 'socket-disconnected' },
    to: reconnecting,
  },
  {
    when: 'the server is lost during a relayed call',
    from: talking(relayed),
    event: { type: 'socket-disconnected' },
    to: { ...talking(relayed), phase: 'reconnecting' },
    effects: [routing(true, false)],
  },
  {
    when: 'the socket reconnects',
    from: reconnecting,
    event: connected,
    to: reconnecting,
    effects: [{ type: 'join' }],
  },
  {
    when: 'we rejoin the same participants',
    from: reconnecting,
    event: listed(me, bob),
    to: talking(direct),
    effects: [reconnect(bob)],
  },
  { when: 'the server is lost before we joined', from: fresh, event: { type: 'socket-disconnected' }, to: fresh },
  {
    when: 'the call no longer exists',
    from: reconnecting,
    event: { type: 'join-refused', message: 'gone', otherChatId: null },
    to: ended({ by: 'refusal', message: 'gone', otherChatId: null }),
    effects: [close],
  },
];

/** This device has rejoined before Bob has. */
const awaiting: ActiveCall = { ...talking(direct), others: [{ id: bob, path: direct, isMissing: true }] };
const returning: Row[] = [
  {
    when: 'we are the first to rejoin: who is connected directly stays',
    from: reconnecting,
    event: listed(me),
    to: awaiting,
    effects: [awaitMissing],
  },
  {
    when: 'we are the first to rejoin: who was relayed is removed',
    from: { ...talking(relayed), phase: 'reconnecting' },
    event: listed(me),
    to: { ...alone, sinceMs: 1000 },
    effects: [remove(bob)],
  },
  { when: 'another list arrives without the missing one', from: awaiting, event: listed(me), to: awaiting },
  {
    when: 'the missing one is back',
    from: awaiting,
    event: listed(me, bob),
    to: talking(direct),
    effects: [reconnect(bob)],
  },
  {
    when: 'the time for the missing one is over',
    from: awaiting,
    event: { type: 'missing-timed-out' },
    to: { ...alone, sinceMs: 1000 },
    effects: [remove(bob)],
  },
  {
    when: 'the direct path to the missing one is lost',
    from: awaiting,
    event: { type: 'path-lost', userId: bob },
    to: { ...alone, sinceMs: 1000 },
    effects: [remove(bob)],
  },
  {
    when: 'nobody is missing when the time is over',
    from: talking(direct),
    event: { type: 'missing-timed-out' },
    to: talking(direct),
  },
  {
    when: 'the server is lost again meanwhile',
    from: { ...awaiting, phase: 'reconnecting' },
    event: { type: 'missing-timed-out' },
    to: { ...awaiting, phase: 'reconnecting' },
  },
];

const awaitingRejoin: ActiveCall = { ...reconnecting, phase: 'awaiting-rejoin', others: [] };
const sleeping: Row[] = [
  {
    when: 'the socket reconnects',
    from: reconnecting,
    event: connectedAfterSleep,
    to: awaitingRejoin,
    effects: [remove(bob)],
  },
  { when: 'before we ever joined', from: fresh, event: connectedAfterSleep, to: fresh, effects: [{ type: 'join' }] },
  { when: 'our other device is listed', from: awaitingRejoin, event: listed(me, bob), to: awaitingRejoin },
  {
    when: 'the socket disconnects again',
    from: awaitingRejoin,
    event: { type: 'socket-disconnected' },
    to: awaitingRejoin,
  },
  { when: 'and reconnects', from: awaitingRejoin, event: connected, to: awaitingRejoin },
  {
    when: 'the user rejoins',
    from: awaitingRejoin,
    event: { type: 'rejoin' },
    to: { ...awaitingRejoin, phase: 'reconnecting' },
    effects: [{ type: 'join' }],
  },
  { when: 'we have joined already', from: alone, event: { type: 'rejoin' }, to: alone },
  { when: 'we hang up', from: awaitingRejoin, event: { type: 'hang-up' }, to: ended({ by: 'us' }), effects: [close] },
];

const ending: Row[] = [
  {
    when: 'we hang up',
    from: talking(direct),
    event: { type: 'hang-up' },
    to: ended({ by: 'us' }),
    effects: [{ type: 'hang-up' }, close],
  },
  {
    when: 'we hang up before we have joined',
    from: fresh,
    event: { type: 'hang-up' },
    to: ended({ by: 'us' }),
    effects: [{ type: 'hang-up' }, close],
  },
  {
    when: 'the window closes',
    from: alone,
    event: { type: 'window-closed' },
    to: ended({ by: 'window' }),
    effects: [{ type: 'leave' }, close],
  },
  {
    when: 'the call ends',
    from: talking(direct),
    event: { type: 'call-ended' },
    to: ended({ by: 'server' }),
    effects: [close],
  },
  {
    when: 'another device joins',
    from: talking(direct),
    event: { type: 'joined-elsewhere' },
    to: ended({ by: 'other-device' }),
    effects: [close],
  },
  {
    when: 'another device joins while our own join is pending',
    from: fresh,
    event: { type: 'joined-elsewhere' },
    to: fresh,
  },
  {
    when: 'we are no longer a member',
    from: talking(direct),
    event: { type: 'removed-from-chat' },
    to: ended({ by: 'removal' }),
    effects: [{ type: 'leave' }, close],
  },
  {
    when: 'the call is full',
    from: fresh,
    event: { type: 'join-refused', message: 'This call is full', otherChatId: null },
    to: ended({ by: 'refusal', message: 'This call is full', otherChatId: null }),
    effects: [close],
  },
  {
    when: 'a refusal after joining is ignored',
    from: alone,
    event: { type: 'join-refused', message: 'slow down', otherChatId: null },
    to: alone,
  },
  {
    when: 'an ended call stays ended',
    from: { phase: 'ended', reason: { by: 'us' } },
    event: listed(me, bob),
    to: ended({ by: 'us' }),
  },
];

const paths: Row[] = [
  {
    when: 'everybody is connected directly',
    from: talking(direct, connecting),
    event: { type: 'path-connected', userId: cid },
    to: talking(direct, direct),
    effects: [routing(true, false)],
  },
  {
    when: 'one of two is connected directly',
    from: talking(connecting, connecting),
    event: { type: 'path-connected', userId: cid },
    to: talking(connecting, direct),
  },
  {
    when: 'a direct path is lost',
    from: talking(direct),
    event: { type: 'path-lost', userId: bob },
    to: talking(relayed),
    effects: [routing(true, true)],
  },
  {
    when: 'no direct connection was possible',
    from: talking(connecting),
    event: { type: 'path-lost', userId: bob },
    to: talking(relayed),
  },
  {
    when: 'a round trip is measured',
    from: talking(direct),
    event: { type: 'round-trip-measured', userId: bob, ms: 23.4 },
    to: talking({ phase: 'direct', roundTripMs: 23 }),
  },
  {
    when: 'the round trip of a path that was lost meanwhile',
    from: talking(relayed),
    event: { type: 'round-trip-measured', userId: bob, ms: 23.4 },
    to: talking(relayed),
  },
];

const muted: ActiveCall = { ...talking(relayed), talk: 'muted' };
const pushToTalk: ActiveCall = { ...talking(relayed), talk: 'push-to-talk' };
const operating: Row[] = [
  {
    when: 'muted',
    from: talking(relayed),
    event: { type: 'mute-toggled' },
    to: muted,
    effects: [routing(false, false)],
  },
  {
    when: 'unmuted',
    from: muted,
    event: { type: 'mute-toggled' },
    to: talking(relayed),
    effects: [routing(true, true)],
  },
  {
    when: 'the talk key goes down while muted',
    from: muted,
    event: { type: 'talk-key', isDown: true },
    to: pushToTalk,
    effects: [routing(true, true)],
  },
  {
    when: 'the talk key comes up',
    from: pushToTalk,
    event: { type: 'talk-key', isDown: false },
    to: muted,
    effects: [routing(false, false)],
  },
  {
    when: 'the talk key with an open microphone',
    from: talking(direct),
    event: { type: 'talk-key', isDown: true },
    to: talking(direct),
  },
  {
    when: 'unmuted while the key is held',
    from: pushToTalk,
    event: { type: 'mute-toggled' },
    to: talking(relayed),
  },
  {
    when: 'the speaker is muted',
    from: talking(direct),
    event: { type: 'speaker-toggled' },
    to: { ...talking(direct), isSpeakerMuted: true },
    effects: [routing(true, false, true)],
  },
  {
    when: 'the microphone is opened',
    from: fresh,
    event: { type: 'microphone-opened', label: 'Built-in', deviceId: 'd' },
    to: { ...fresh, microphone },
    effects: [routing(true, false)],
  },
  {
    when: 'the microphone is lost',
    from: talking(direct),
    event: { type: 'microphone-missing', fault: 'lost' },
    to: { ...talking(direct), microphone: { phase: 'missing', fault: 'lost' } },
    effects: [routing(false, false)],
  },
  {
    when: 'the microphone is requested again',
    from: { ...alone, microphone: { phase: 'missing', fault: 'denied' } },
    event: { type: 'microphone-requested' },
    to: { ...alone, microphone: { phase: 'asking' } },
  },
  {
    when: 'another one is requested; the one in use stays meanwhile',
    from: alone,
    event: { type: 'microphone-requested' },
    to: alone,
  },
];

test.each([
  ['[CALL-20] who is in the call', coming],
  ['[CALL-21] a connection that breaks', breaking],
  ['[CALL-35] after a lost connection', returning],
  ['[CALL-36] after a sleep', sleeping],
  ['[CALL-22] the end', ending],
  ['[CALL-23] the server relays only audio that cannot be sent directly', paths],
  ['[CALL-24] microphone and speaker', operating],
])('%s', (_rule, rows) => {
  const outcomes = rows.map(({ when, from, event }) => ({ when, ...step(from, event) }));
  expect(outcomes).toEqual(rows.map(({ when, to, effects = [] }) => ({ when, state: to, effects })));
});
