import { type ChatId, limits } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { refusalOf } from '../../../test/refusal-of.ts';
import { assertCanCall, assertHasRoom, assertNotInOtherCall, endsByHangUp } from './calls.policy.ts';

const [here, there] = [asId<ChatId>('here'), asId<ChatId>('there')];
const [friend, stranger] = [{ isFriend: true }, { isFriend: false }];
const max = limits.callParticipantsMax;

test.each<[string, () => void, string | null]>([
  ['[CALL-1] calling a friend', () => assertCanCall([friend]), null],
  ['[CALL-1] calling a stranger', () => assertCanCall([stranger]), 'forbidden'],
  ['[CALL-1] calling a group with strangers', () => assertCanCall([stranger, stranger]), null],
  ['[CALL-6] joining while in no call', () => assertNotInOtherCall(null, here, null), null],
  ['[CALL-6] joining while in this call', () => assertNotInOtherCall(here, here, null), null],
  ['[CALL-6] joining while in another call', () => assertNotInOtherCall(there, here, null), 'in_other_call'],
  ['[CALL-6] joining instead of another call', () => assertNotInOtherCall(there, here, there), null],
  ['[CALL-2] joining with room for one', () => assertHasRoom(max - 1), null],
  ['[CALL-2] joining a full call', () => assertHasRoom(max), 'invalid_input'],
])('%s', (_, decide, refusal) => {
  expect(refusalOf(decide)).toBe(refusal);
});

test('[CALL-2] one of two ends the call by hanging up, and of a group the caller whom nobody has answered', () => {
  const ends = (memberCount: number, isCaller: boolean, isAnswered: boolean) =>
    endsByHangUp({ memberCount, isCaller, isAnswered });
  expect([ends(2, false, true), ends(3, true, false)]).toEqual([true, true]);
  expect([ends(3, true, true), ends(3, false, false)]).toEqual([false, false]);
});
