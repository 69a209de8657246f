import { type ChatId, limits } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import { assertCanCall, assertHasRoom, assertNotInOtherCall, endsByHangUp } from './calls.policy.ts';

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
  ['one of two', { memberCount: 2, isCaller: false, isAnswered: true }, true],
  ['the caller of a group call that nobody has answered', { memberCount: 3, isCaller: true, isAnswered: false }, true],
  ['the caller of an answered group call', { memberCount: 3, isCaller: true, isAnswered: true }, false],
  ['a group member who declines', { memberCount: 3, isCaller: false, isAnswered: false }, false],
])('[CALL-2] whether %s ends the call by hanging up', (_, facts, ends) => {
  expect(endsByHangUp(facts)).toBe(ends);
});
