import type { ChatId, UserId } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { Answer } from '../../../lib/emit-with-ack.ts';
import { createJoining } from './join-request.ts';
import type { Refusal } from './join-request.ts';

const [me, bob, other] = [asId<UserId>('me'), asId<UserId>('bob'), asId<ChatId>('other')];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts to join. The server gives these answers in order, and none after that. */
function join(answers: readonly Answer[], leaveCallIn: ChatId | null = null) {
  const left = [...answers];
  const asked: (ChatId | null)[] = [];
  const refusals: Refusal[] = [];
  const joining = createJoining({
    leaveCallIn,
    ask: (_myId, leaving) => {
      asked.push(leaving);
      const answer = left.shift();
      return answer ? Promise.resolve(answer) : new Promise(() => {});
    },
    onRefused: (refusal) => refusals.push(refusal),
  });
  joining.start(me);
  return { joining, asked, refusals };
}

const refusal = (code: Refusal['code']) => ({ ok: false, code, message: 'The words do not matter' }) as Refusal;
const passTime = (ms = 60_000) => vi.advanceTimersByTimeAsync(ms);

test.each(['internal', 'rate_limited', 'unavailable', 'unanswered'] as const)(
  '[CALL-38] a join request that ends with %s is repeated three times',
  async (code) => {
    const { asked, refusals } = join(Array.from({ length: 5 }, () => refusal(code)));
    await passTime(999);
    expect(asked).toHaveLength(1);
    await passTime();
    expect(asked).toHaveLength(4);
    expect(refusals).toEqual([refusal(code)]);
  },
);

test('[CALL-38] a request that fails permanently is not retried', async () => {
  const { asked, refusals } = join([refusal('invalid_input')]);
  await passTime();
  expect([asked.length, refusals]).toEqual([1, [refusal('invalid_input')]]);
});

test('[CALL-38] there is no retry after joining or without a connection', async () => {
  const seated = join([{ ok: true }]);
  const cutOff = join([refusal('internal')]);
  await passTime(10);
  cutOff.joining.stop();
  await passTime();
  expect([seated.asked.length, cutOff.asked.length, cutOff.refusals]).toEqual([1, 1, []]);
});

test('[CALL-38] the answer to an earlier attempt is ignored', async () => {
  const { joining, refusals } = join([refusal('invalid_input'), { ok: true }]);
  joining.start(me);
  await passTime();
  expect(refusals).toEqual([]);
});

test('[CALL-201] the call to be left is named until this device has joined, and not when it joins again', async () => {
  const { joining, asked } = join([refusal('unavailable'), { ok: true }, { ok: true }], other);
  await passTime();
  joining.start(me);
  await passTime();
  expect(asked).toEqual(['other', 'other', null]);
});

test('[CALL-209] a listed participant does not retry, even without an answer', async () => {
  const { joining, asked, refusals } = join([refusal('unanswered')], other);
  joining.handleParticipants([bob]);
  await passTime(500);
  joining.handleParticipants([bob, me]);
  await passTime();
  expect([asked, refusals]).toEqual([['other'], []]);
  joining.start(me);
  expect(asked).toEqual(['other', null]);
});

test('[CALL-201] the call to be left is not named again if the connection was lost before the answer', async () => {
  const { joining, asked } = join([{ ok: true }, { ok: true }], other);
  joining.stop();
  await passTime();
  joining.start(me);
  await passTime();
  expect(asked).toEqual(['other', null]);
});
