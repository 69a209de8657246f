import type { ChatId, ShownMedia, UserId } from '@chat-app/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../../../test/as-id.ts';
import type { Answer } from '../../../lib/emit-with-ack.ts';
import { setConnection } from '../../../state/connection.ts';
import { createJoinRequest } from './join-request.ts';
import type { Refusal } from './join-request.ts';
import { createMediaAnnouncement } from './media-announcement.ts';
import { watchSocket } from './socket-watch.ts';

beforeEach(() => void vi.useFakeTimers());

const [me, bob, other] = [asId<UserId>('me'), asId<UserId>('bob'), asId<ChatId>('other')];

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

const cameraOn = { isCameraOn: true, isScreenShared: false };
const cameraOff = { isCameraOn: false, isScreenShared: false };
const refused = (code: 'limit_reached' | 'rate_limited' | 'unavailable' | 'not_found') =>
  ({ ok: false, code, message: `refused: ${code}` }) as const;
type AnswerToMedia = { readonly ok: true } | ReturnType<typeof refused>;

/** Answers in turn, and accepts whatever follows. */
function anAnnouncement(...answers: AnswerToMedia[]) {
  const heard: string[] = [];
  const announcement = createMediaAnnouncement({
    send: async ({ isCameraOn }: ShownMedia) => {
      heard.push(isCameraOn ? 'on' : 'off');
      return answers.shift() ?? { ok: true };
    },
    onAccepted: () => heard.push('accepted'),
    onCameraRefused: (message) => heard.push(message),
    onFailed: () => heard.push('failed'),
  });
  return { announcement, heard };
}

test.each<[string, AnswerToMedia[], string[]]>([
  ['is sent and accepted', [], ['on', 'accepted']],
  [
    'is refused with the reason if it is one camera too many',
    [refused('limit_reached')],
    ['on', 'refused: limit_reached'],
  ],
  [
    'is repeated after a temporary refusal',
    [refused('rate_limited'), refused('unavailable')],
    ['on', 'on', 'on', 'accepted'],
  ],
  [
    'is given up after three further attempts',
    Array<AnswerToMedia>(9).fill(refused('unavailable')),
    ['on', 'on', 'on', 'on', 'failed'],
  ],
  ['is given up after any other refusal', [refused('not_found')], ['on', 'failed']],
])('[CALL-425] what is shown %s', async (_what, answers, expected) => {
  const { announcement, heard } = anAnnouncement(...answers);
  announcement.announce(cameraOn);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(heard).toEqual(expected);
});

test('[CALL-425] only the answer to the latest announcement counts, and nothing is repeated without a connection', async () => {
  const { announcement, heard } = anAnnouncement(refused('limit_reached'), refused('unavailable'));
  announcement.announce(cameraOn);
  announcement.announce(cameraOff);
  await vi.advanceTimersByTimeAsync(10);
  announcement.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard).toEqual(['on', 'off']);
});

function watching() {
  const events: string[] = [];
  setConnection({ phase: 'connected', tryNow: () => events.push('retry') });
  const stop = watchSocket({
    onConnected: ({ wasAsleep }) => events.push(wasAsleep ? 'connected after sleep' : 'connected'),
    onDisconnected: () => events.push('disconnected'),
    onChange: () => {},
  });
  return { events, stop };
}

/** Advances the clock without running timers. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
const lose = () => setConnection({ phase: 'away' });

test('[CALL-35] while the server is unreachable, the window retries every few seconds until it is closed', () => {
  const { events, stop } = watching();
  vi.advanceTimersByTime(60_000);
  expect(events).toEqual(['connected']);
  lose();
  vi.advanceTimersByTime(10_000);
  expect(events).toEqual(['connected', 'disconnected', 'retry', 'retry', 'retry', 'retry']);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(events).toHaveLength(6);
});

test.each([
  ['broke before a sleep', () => [lose(), sleep(15_000), vi.advanceTimersByTime(2_500)], 'connected after sleep'],
  ['broke after one', () => [sleep(15_000), lose(), vi.advanceTimersByTime(2_500)], 'connected after sleep'],
  ['broke some time after one', () => [sleep(15_000), vi.advanceTimersByTime(20_000), lose()], 'connected after sleep'],
  ['was away for long while the page was awake', () => [lose(), vi.advanceTimersByTime(60_000)], 'connected'],
  ['broke before a pause of five seconds', () => [lose(), sleep(5_000)], 'connected'],
])('[CALL-36] a connection that %s', (_when, happen, comesBack) => {
  const { events } = watching();
  happen();
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe(comesBack);

  lose();
  setConnection({ phase: 'connected' });
  expect(events.at(-1)).toBe('connected');
});
