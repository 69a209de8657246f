import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { ActiveCall, AudioPath, CallEvent, CallState } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { muteSignalFor } from './mute-signal.ts';

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
const ended = (by: string, more: object = {}) => ({ phase: 'ended', reason: { by, ...more } });
const connected: CallEvent = { type: 'socket-connected', wasAsleep: false };
const connectedAfterSleep: CallEvent = { type: 'socket-connected', wasAsleep: true };
const listed = (...ids: UserId[]): CallEvent => ({ type: 'participants-listed', ids, atMs: 5000 });
const route = { type: 'route-audio', isSpeakerMuted: false };
const directly = { ...route, isSending: true, isRelaying: false };
const viaServer = { ...directly, isRelaying: true };
const notAtAll = { ...directly, isSending: false };

type Row = [when: string, from: CallState, event: CallEvent, to: object, ...effects: object[]];

const join = { type: 'join' };
const [leave, close] = [{ type: 'leave' }, { type: 'close' }];
const add = (userId: UserId) => ({ type: 'add-participant', userId });
const remove = (userId: UserId) => ({ type: 'remove-participant', userId });
const reconnect = (userId: UserId) => ({ type: 'reconnect', userId });
const disconnected: CallEvent = { type: 'socket-disconnected' };
const refused = (message: string): CallEvent => ({ type: 'join-refused', message, otherChatId: null });
const endedBecause = (message: string) => ended('refusal', { message, otherChatId: null });
const hangUp: CallEvent = { type: 'hang-up' };
const rejoin: CallEvent = { type: 'rejoin' };

const aloneAgain = { ...alone, sinceMs: 1000 };
const begun = { ...talking(connecting), sinceMs: 5000 };
const coming: Row[] = [
  ['the socket is connected', fresh, connected, fresh, join],
  ['nobody else is in the call', fresh, listed(me), { ...fresh, phase: 'alone' }],
  ['somebody else is in the call', alone, listed(me, bob), begun, add(bob), viaServer],
  ['a third joins', talking(direct), listed(bob, cid, me), talking(direct, connecting), add(cid), viaServer],
  ['the last other leaves; the timer continues', talking(relayed), listed(me), aloneAgain, remove(bob), directly],
  ['a list without us is ignored', talking(direct), listed(bob), talking(direct)],
];

const relayedAway = { ...talking(relayed), phase: 'reconnecting' } as const;
const breaking: Row[] = [
  ['the server is lost, direct paths continue', talking(direct), disconnected, reconnecting],
  ['the server is lost during a relayed call', talking(relayed), disconnected, relayedAway, directly],
  ['the socket reconnects', reconnecting, connected, reconnecting, join],
  ['we rejoin the same participants', reconnecting, listed(me, bob), talking(direct), reconnect(bob)],
  ['the server is lost before we joined', fresh, disconnected, fresh],
  ['the call no longer exists', reconnecting, refused('gone'), endedBecause('gone'), close],
];

/** This device has rejoined before Bob has. */
const awaiting: ActiveCall = { ...talking(direct), others: [{ id: bob, path: direct, isMissing: true }] };
const awaitingAway: ActiveCall = { ...awaiting, phase: 'reconnecting' };
const timedOut: CallEvent = { type: 'missing-timed-out' };
const bobIsLost: CallEvent = { type: 'path-lost', userId: bob };
const returning: Row[] = [
  ['we are first: who is connected directly stays', reconnecting, listed(me), awaiting, { type: 'await-missing' }],
  ['we are first: who was relayed is removed', relayedAway, listed(me), aloneAgain, remove(bob)],
  ['another list arrives without the missing one', awaiting, listed(me), awaiting],
  ['the missing one is back', awaiting, listed(me, bob), talking(direct), reconnect(bob)],
  ['the time for the missing one is over', awaiting, timedOut, aloneAgain, remove(bob)],
  ['the direct path to the missing one is lost', awaiting, bobIsLost, aloneAgain, remove(bob)],
  ['nobody is missing when the time is over', talking(direct), timedOut, talking(direct)],
  ['the server is lost again meanwhile', awaitingAway, timedOut, awaitingAway],
];

const awaitingRejoin: ActiveCall = { ...reconnecting, phase: 'awaiting-rejoin', others: [] };
const sleeping: Row[] = [
  ['the socket reconnects', reconnecting, connectedAfterSleep, awaitingRejoin, remove(bob)],
  ['before we ever joined', fresh, connectedAfterSleep, fresh, join],
  ['our other device is listed', awaitingRejoin, listed(me, bob), awaitingRejoin],
  ['the socket disconnects again', awaitingRejoin, disconnected, awaitingRejoin],
  ['and reconnects', awaitingRejoin, connected, awaitingRejoin],
  ['the user rejoins', awaitingRejoin, rejoin, { ...awaitingRejoin, phase: 'reconnecting' }, join],
  ['we have joined already', alone, rejoin, alone],
  ['we hang up', awaitingRejoin, hangUp, ended('us'), close],
];

const elsewhere: CallEvent = { type: 'joined-elsewhere' };
const ending: Row[] = [
  ['we hang up', talking(direct), hangUp, ended('us'), hangUp, close],
  ['we hang up before we have joined', fresh, hangUp, ended('us'), hangUp, close],
  ['the window closes', alone, { type: 'window-closed' }, ended('window'), leave, close],
  ['the call ends', talking(direct), { type: 'call-ended' }, ended('server'), close],
  ['another device joins', talking(direct), elsewhere, ended('other-device'), close],
  ['another device joins while our own join is pending', fresh, elsewhere, fresh],
  ['we are no longer a member', talking(direct), { type: 'removed-from-chat' }, ended('removal'), leave, close],
  ['the call is full', fresh, refused('full'), endedBecause('full'), close],
  ['a refusal after joining is ignored', alone, refused('slow down'), alone],
  ['an ended call stays ended', { phase: 'ended', reason: { by: 'us' } }, listed(me, bob), ended('us')],
];

const cidConnects: CallEvent = { type: 'path-connected', userId: cid };
const measured = (ms: number): CallEvent => ({ type: 'round-trip-measured', userId: bob, ms });
const paths: Row[] = [
  ['all are direct', talking(direct, connecting), cidConnects, talking(direct, direct), directly],
  ['one of two is direct', talking(connecting, connecting), cidConnects, talking(connecting, direct)],
  ['a direct path is lost', talking(direct), bobIsLost, talking(relayed), viaServer],
  ['no direct connection was possible', talking(connecting), bobIsLost, talking(relayed)],
  ['a round trip is measured', talking(direct), measured(23.4), talking({ phase: 'direct', roundTripMs: 23 })],
  ['the round trip of a path that was lost meanwhile', talking(relayed), measured(23), talking(relayed)],
];

const muted: ActiveCall = { ...talking(relayed), talk: 'muted' };
const pushToTalk: ActiveCall = { ...talking(relayed), talk: 'push-to-talk' };
const toggled: CallEvent = { type: 'mute-toggled' };
const talkKey = (isDown: boolean): CallEvent => ({ type: 'talk-key', isDown });
const speakerToggled: CallEvent = { type: 'speaker-toggled' };
const speakerMuted: ActiveCall = { ...talking(direct), isSpeakerMuted: true };
const requested: CallEvent = { type: 'microphone-requested' };
const opened: CallEvent = { type: 'microphone-opened', label: 'Built-in', deviceId: 'd' };
const lost: CallEvent = { type: 'microphone-missing', fault: 'lost' };
const asking = { microphone: { phase: 'asking' } } as const;
const without = (fault: 'lost' | 'denied') => ({ microphone: { phase: 'missing', fault } }) as const;
const operating: Row[] = [
  ['muted', talking(relayed), toggled, muted, notAtAll],
  ['unmuted', muted, toggled, talking(relayed), viaServer],
  ['the talk key goes down while muted', muted, talkKey(true), pushToTalk, viaServer],
  ['the talk key comes up', pushToTalk, talkKey(false), muted, notAtAll],
  ['the talk key with an open microphone', talking(direct), talkKey(true), talking(direct)],
  ['unmuted while the key is held', pushToTalk, toggled, talking(relayed)],
  ['the speaker is muted', talking(direct), speakerToggled, speakerMuted, { ...directly, isSpeakerMuted: true }],
  ['the microphone is opened', fresh, opened, { ...fresh, microphone }, directly],
  ['the microphone is lost', talking(direct), lost, { ...talking(direct), ...without('lost') }, notAtAll],
  ['it is requested again', { ...alone, ...without('denied') }, requested, { ...alone, ...asking }],
  ['another one is requested; the one in use stays meanwhile', alone, requested, alone],
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
  const outcomes = rows.map(([when, from, event]) => ({ when, ...step(from, event) }));
  expect(outcomes).toEqual(rows.map(([when, , , state, ...effects]) => ({ when, state, effects })));
});

const after = (state: CallState, ...events: CallEvent[]) =>
  events.reduce((before, event) => step(before, event).state, state);
const bobConnects: CallEvent = { type: 'path-connected', userId: bob };
const speaking = after(fresh, opened, listed(me, bob));
const silent = after(speaking, toggled);
const silentDirect = after(silent, bobConnects, measured(20));
const silentAway = after(silent, disconnected);

test('[CALL-203] the mute state is sent when it changes, and to participants who are new or have a new connection', () => {
  const rows: [string, CallState, CallEvent, ReturnType<typeof muteSignalFor>][] = [
    ['on mute', speaking, toggled, { isMuted: true, to: [bob] }],
    ['on push-to-talk', silent, talkKey(true), { isMuted: false, to: [bob] }],
    ['microphone lost', speaking, lost, { isMuted: true, to: [bob] }],
    ['not for the speaker', speaking, speakerToggled, null],
    ['to who joins a muted one', silent, listed(me, bob, cid), { isMuted: true, to: [cid] }],
    ['to who joins a speaking one', speaking, listed(me, bob, cid), { isMuted: false, to: [cid] }],
    ['to nobody twice', silent, listed(me, bob), null],
    ['on a new connection, such as from another device', silentDirect, bobConnects, { isMuted: true, to: [bob] }],
    ['not on a measurement', silentDirect, measured(30), null],
    ['not when a path is lost', silentDirect, bobIsLost, null],
    ['to all after a reconnect to the server', silentAway, listed(me, bob), { isMuted: true, to: [bob] }],
  ];
  const sent = rows.map(([what, before, event]) => [what, muteSignalFor(before, step(before, event).state)]);
  expect(sent).toEqual(rows.map(([what, , , signal]) => [what, signal]));
});

test('[CALL-203] a participant is marked as muted until they say otherwise or leave', () => {
  const bobMutes: CallEvent = { type: 'peer-muted', userId: bob, isMuted: true };
  const rows: [string, CallState, CallEvent[], UserId[]][] = [
    ['said twice', speaking, [bobMutes, bobMutes], [bob]],
    ['unmuted', speaking, [bobMutes, { ...bobMutes, isMuted: false }], []],
    ['said before the server listed them', fresh, [bobMutes, listed(me, bob)], [bob]],
    ['left and came back', speaking, [bobMutes, listed(me), listed(me, bob)], []],
  ];
  const marked = rows.map(([what, state, events]) => [what, (after(state, ...events) as ActiveCall).mutedIds]);
  expect(marked).toEqual(rows.map(([what, , , ids]) => [what, ids]));
});
