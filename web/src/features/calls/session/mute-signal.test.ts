import type { UserId } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { CallEvent, CallState, ActiveCall } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { muteSignalFor } from './mute-signal.ts';

const [me, bob, cid] = [asId<UserId>('me'), asId<UserId>('bob'), asId<UserId>('cid')];
const listed = (...ids: UserId[]): CallEvent => ({ type: 'participants-listed', ids, atMs: 0 });
const after = (state: CallState, ...events: CallEvent[]) =>
  events.reduce((before, event) => step(before, event).state, state);
const signalOf = (before: CallState, event: CallEvent) => muteSignalFor(before, step(before, event).state);

const opened: CallEvent = { type: 'microphone-opened', label: 'Built-in', deviceId: 'd' };
const talking = after(newCall(me), opened, listed(me, bob));
const muted = after(talking, { type: 'mute-toggled' });

describe('[CALL-203] the mute state is sent', () => {
  test('on mute, on push-to-talk and when the microphone is lost', () => {
    expect(signalOf(talking, { type: 'mute-toggled' })).toEqual({ isMuted: true, to: [bob] });
    expect(signalOf(muted, { type: 'talk-key', isDown: true })).toEqual({ isMuted: false, to: [bob] });
    expect(signalOf(talking, { type: 'microphone-missing', fault: 'lost' })).toEqual({ isMuted: true, to: [bob] });
    expect(signalOf(talking, { type: 'speaker-toggled' })).toBeNull();
  });

  test('to participants who join later, and to nobody twice', () => {
    expect(signalOf(muted, listed(me, bob, cid))).toEqual({ isMuted: true, to: [cid] });
    expect(signalOf(talking, listed(me, bob, cid))).toEqual({ isMuted: false, to: [cid] });
    expect(signalOf(muted, listed(me, bob))).toBeNull();
  });

  test('to a participant with a new connection, such as from another device', () => {
    const connected: CallEvent = { type: 'path-connected', userId: bob };
    const direct = after(muted, connected, { type: 'round-trip-measured', userId: bob, ms: 20 });
    expect(signalOf(direct, connected)).toEqual({ isMuted: true, to: [bob] });
    expect(signalOf(direct, { type: 'round-trip-measured', userId: bob, ms: 30 })).toBeNull();
    expect(signalOf(direct, { type: 'path-lost', userId: bob })).toBeNull();
  });

  test('to everybody again after a reconnect to the server', () => {
    const reconnecting = after(muted, { type: 'socket-disconnected' });
    expect(signalOf(reconnecting, listed(me, bob))).toEqual({ isMuted: true, to: [bob] });
  });
});

describe('[CALL-203] a participant is marked as muted', () => {
  const mutedIn = (state: CallState) => (state as ActiveCall).mutedIds;
  const bobMutes: CallEvent = { type: 'peer-muted', userId: bob, isMuted: true };

  test('until they report being unmuted', () => {
    expect(mutedIn(after(talking, bobMutes, bobMutes))).toEqual([bob]);
    expect(mutedIn(after(talking, bobMutes, { ...bobMutes, isMuted: false }))).toEqual([]);
  });

  test('even if the signal arrived before the server listed them', () => {
    expect(mutedIn(after(newCall(me), bobMutes, listed(me, bob)))).toEqual([bob]);
  });

  test('until they leave', () => {
    expect(mutedIn(after(talking, bobMutes, listed(me), listed(me, bob)))).toEqual([]);
  });
});
