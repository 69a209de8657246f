import { type ChatId, limits } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import { assertCanCall, assertHasRoom, assertNotInOtherCall, canEndCall } from './calls.policy.ts';

const [here, there] = ['here', 'there'].map((name) => asId<ChatId>(name)) as [ChatId, ChatId];
const friend = { isFriend: true };
const stranger = { isFriend: false };

test.each([
  ['a friend', [friend], null],
  ['a stranger', [stranger], 'forbidden'],
  ['a group with strangers', [stranger, stranger], null],
])('[CALL-1] calling %s', (_, others, refusal) => {
  expect(refusalOf(() => assertCanCall(others))).toBe(refusal);
});

test.each([
  ['in no call', null, null, null],
  ['in this call', here, null, null],
  ['in another call', there, null, 'in_other_call'],
  ['in another call that is left for this one', there, there, null],
])('[CALL-6] joining a call while %s', (_, current, leaveCallIn, refusal) => {
  expect(refusalOf(() => assertNotInOtherCall(current, here, leaveCallIn))).toBe(refusal);
});

test.each([
  [limits.callParticipantsMax - 1, null],
  [limits.callParticipantsMax, 'invalid_input'],
])('[CALL-2] joining a call of %i', (participantCount, refusal) => {
  expect(refusalOf(() => assertHasRoom(participantCount))).toBe(refusal);
});

test.each([
  ['one of two', { memberCount: 2, wasParticipant: false, isCaller: false }, true],
  ['a participant of a group call', { memberCount: 3, wasParticipant: true, isCaller: false }, true],
  ['the caller of a group call', { memberCount: 3, wasParticipant: false, isCaller: true }, true],
  ['a group member who declines', { memberCount: 3, wasParticipant: false, isCaller: false }, false],
])('[CALL-2] whether %s may end the call by hanging up', (_, facts, canEnd) => {
  expect(canEndCall(facts)).toBe(canEnd);
});
