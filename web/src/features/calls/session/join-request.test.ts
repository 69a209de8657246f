import type { ChatId, UserId } from '@chat-app/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { Answer } from '../../../lib/emit-with-ack.ts';
import { createJoinRequest } from './join-request.ts';
import type { Refusal } from './join-request.ts';

const [me, bob, other] = [asId<UserId>('me'), asId<UserId>('bob'), asId<ChatId>('other')];

beforeEach(() => void vi.useFakeTimers());

/** Starts to join. The server gives these answers in order, and none after that. */
function join(answers: readonly Answer<'joinVoiceRoom'>[], leaveCallIn: ChatId | null = null) {
  const left = [...answers];
  const sent: (ChatId | null)[] = [];
  const refusals: Refusal[] = [];
  const joinRequest = createJoinRequest({
    leaveCallIn,
    send: (_myId, leaveChatId) => {
      sent.push(leaveChatId);
      const answer = left.shift();
      return answer ? Promise.resolve(answer) : new Promise(() => {});
    },
    onRefused: (refusal) => refusals.push(refusal),
  });
  joinRequest.start(me);
  return { joinRequest, sent, refusals };
}

const refusal = (code: Refusal['code']) => ({ ok: false, code, message: 'Any text' }) as Refusal;
const passTime = (ms = 60_000) => vi.advanceTimersByTimeAsync(ms);

test.each([
  ['internal', 4],
  ['rate_limited', 4],
  ['unavailable', 4],
  ['unanswered', 4],
  ['invalid_input', 1],
] as const)('[CALL-38] a join request that ends with %s is sent %i times', async (code, count) => {
  const { sent, refusals } = join(Array.from({ length: 5 }, () => refusal(code)));
  await passTime(999);
  expect(sent).toHaveLength(1);
  await passTime();
  expect([sent.length, refusals]).toEqual([count, [refusal(code)]]);
});

test('[CALL-38] there is no retry after joining or without a connection', async () => {
  const joined = join([{ ok: true }]);
  const disconnected = join([refusal('internal')]);
  await passTime(10);
  disconnected.joinRequest.stop();
  await passTime();
  expect([joined.sent.length, disconnected.sent.length, disconnected.refusals]).toEqual([1, 1, []]);
});

test('[CALL-38] the answer to an earlier attempt is ignored', async () => {
  const { joinRequest, refusals } = join([refusal('invalid_input'), { ok: true }]);
  joinRequest.start(me);
  await passTime();
  expect(refusals).toEqual([]);
});

test('[CALL-201] the call to be left is named until this device has joined, and not when it joins again', async () => {
  const { joinRequest, sent } = join([refusal('unavailable'), { ok: true }, { ok: true }], other);
  await passTime();
  joinRequest.start(me);
  await passTime();
  expect(sent).toEqual(['other', 'other', null]);
});

test('[CALL-209] a listed participant does not retry, even without an answer', async () => {
  const { joinRequest, sent, refusals } = join([refusal('unanswered')], other);
  joinRequest.handleParticipants([bob]);
  await passTime(500);
  joinRequest.handleParticipants([bob, me]);
  await passTime();
  expect([sent, refusals]).toEqual([['other'], []]);
  joinRequest.start(me);
  expect(sent).toEqual(['other', null]);
});

test('[CALL-201] the call to be left is not named again if the connection was lost before the answer', async () => {
  const { joinRequest, sent } = join([{ ok: true }, { ok: true }], other);
  joinRequest.stop();
  await passTime();
  joinRequest.start(me);
  await passTime();
  expect(sent).toEqual(['other', null]);
});
