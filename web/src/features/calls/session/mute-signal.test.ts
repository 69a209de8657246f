import type { UserId } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { CallEvent, CallState, Live } from './call-events.ts';
import { newCall, step } from './call-machine.ts';
import { muteNews } from './mute-signal.ts';

const [me, bob, cid] = [asId<UserId>('me'), asId<UserId>('bob'), asId<UserId>('cid')];
const crew = (...ids: UserId[]): CallEvent => ({ type: 'crew', ids, atMs: 0 });
const after = (state: CallState, ...events: CallEvent[]) =>
  events.reduce((before, event) => step(before, event).state, state);
const newsOf = (before: CallState, event: CallEvent) => muteNews(before, step(before, event).state);

const opened: CallEvent = { type: 'microphone-opened', label: 'Built-in', deviceId: 'd' };
const talking = after(newCall(me), opened, crew(me, bob));
const muted = after(talking, { type: 'mute-toggled' });

describe('[CALL-203] the mute state is sent', () => {
  test('on mute, on push-to-talk and when the microphone is lost', () => {
    expect(newsOf(talking, { type: 'mute-toggled' })).toEqual({ isMuted: true, to: [bob] });
    expect(newsOf(muted, { type: 'talk-key', isDown: true })).toEqual({ isMuted: false, to: [bob] });
    expect(newsOf(talking, { type: 'microphone-missing', fault: 'lost' })).toEqual({ isMuted: true, to: [bob] });
    expect(newsOf(talking, { type: 'speaker-toggled' })).toBeNull();
  });

  test('to participants who join later, and to nobody twice', () => {
    expect(newsOf(muted, crew(me, bob, cid))).toEqual({ isMuted: true, to: [cid] });
    expect(newsOf(talking, crew(me, bob, cid))).toEqual({ isMuted: false, to: [cid] });
    expect(newsOf(muted, crew(me, bob))).toBeNull();
  });

  test('to everybody again after a reconnect to the server', () => {
    const cutOff = after(muted, { type: 'line-down' });
    expect(newsOf(cutOff, crew(me, bob))).toEqual({ isMuted: true, to: [bob] });
  });
});

describe('[CALL-203] a participant is marked as muted', () => {
  const mutedIn = (state: CallState) => (state as Live).mutedIds;
  const bobMutes: CallEvent = { type: 'peer-muted', userId: bob, isMuted: true };

  test('until they report being unmuted', () => {
    expect(mutedIn(after(talking, bobMutes, bobMutes))).toEqual([bob]);
    expect(mutedIn(after(talking, bobMutes, { ...bobMutes, isMuted: false }))).toEqual([]);
  });

  test('even if the signal arrived before the server listed them', () => {
    expect(mutedIn(after(newCall(me), bobMutes, crew(me, bob)))).toEqual([bob]);
  });

  test('until they leave', () => {
    expect(mutedIn(after(talking, bobMutes, crew(me), crew(me, bob)))).toEqual([]);
  });
});
