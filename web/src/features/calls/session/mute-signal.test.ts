import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { CallEvent, CallState, ActiveCall } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { muteSignalFor } from './mute-signal.ts';

const [me, bob, cid] = [asId<UserId>('me'), asId<UserId>('bob'), asId<UserId>('cid')];
const listed = (...ids: UserId[]): CallEvent => ({ type: 'participants-listed', ids, atMs: 0 });
const after = (state: CallState, ...events: CallEvent[]) =>
  events.reduce((before, event) => step(before, event).state, state);
const measured = (ms: number): CallEvent => ({ type: 'round-trip-measured', userId: bob, ms });

const toggled: CallEvent = { type: 'mute-toggled' };
const connected: CallEvent = { type: 'path-connected', userId: bob };
const talking = after(newCall(me), { type: 'microphone-opened', label: 'Built-in', deviceId: 'd' }, listed(me, bob));
const muted = after(talking, toggled);
const direct = after(muted, connected, measured(20));
const reconnecting = after(muted, { type: 'socket-disconnected' });

test('[CALL-203] the mute state is sent when it changes, and to participants who are new or have a new connection', () => {
  const rows: [string, CallState, CallEvent, ReturnType<typeof muteSignalFor>][] = [
    ['on mute', talking, toggled, { isMuted: true, to: [bob] }],
    ['on push-to-talk', muted, { type: 'talk-key', isDown: true }, { isMuted: false, to: [bob] }],
    ['microphone lost', talking, { type: 'microphone-missing', fault: 'lost' }, { isMuted: true, to: [bob] }],
    ['not for the speaker', talking, { type: 'speaker-toggled' }, null],
    ['to who joins a muted one', muted, listed(me, bob, cid), { isMuted: true, to: [cid] }],
    ['to who joins a speaking one', talking, listed(me, bob, cid), { isMuted: false, to: [cid] }],
    ['to nobody twice', muted, listed(me, bob), null],
    ['on a new connection, such as from another device', direct, connected, { isMuted: true, to: [bob] }],
    ['not on a measurement', direct, measured(30), null],
    ['not when a path is lost', direct, { type: 'path-lost', userId: bob }, null],
    ['to all after a reconnect to the server', reconnecting, listed(me, bob), { isMuted: true, to: [bob] }],
  ];
  const sent = rows.map(([what, before, event]) => [what, muteSignalFor(before, step(before, event).state)]);
  expect(sent).toEqual(rows.map(([what, , , signal]) => [what, signal]));
});

test('[CALL-203] a participant is marked as muted until they say otherwise or leave', () => {
  const bobMutes: CallEvent = { type: 'peer-muted', userId: bob, isMuted: true };
  const rows: [string, CallState, CallEvent[], UserId[]][] = [
    ['said twice', talking, [bobMutes, bobMutes], [bob]],
    ['unmuted', talking, [bobMutes, { ...bobMutes, isMuted: false }], []],
    ['said before the server listed them', newCall(me), [bobMutes, listed(me, bob)], [bob]],
    ['left and came back', talking, [bobMutes, listed(me), listed(me, bob)], []],
  ];
  const marked = rows.map(([what, state, events]) => [what, (after(state, ...events) as ActiveCall).mutedIds]);
  expect(marked).toEqual(rows.map(([what, , , ids]) => [what, ids]));
});
