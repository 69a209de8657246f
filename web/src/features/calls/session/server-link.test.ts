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

const [me, other] = [asId<UserId>('me'), asId<ChatId>('other')];

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

test('[CALL-38] [CALL-201] [CALL-209] when a device joins again, and which call it leaves for that', async () => {
  const { ok, busy, none } = { ok: { ok: true }, busy: refusal('unavailable'), none: refusal('unanswered') } as const;
  const rows: [what: string, answers: Answer<'joinVoiceRoom'>[], steps: string, left: (string | null)[]][] = [
    ['joined', [ok], '', ['other']],
    ['not joined at first', [busy, ok], '', ['other', 'other']],
    ['without a connection', [refusal('internal')], 'wait-10 stop', ['other']],
    ['the answer to an earlier attempt', [refusal('invalid_input'), ok], 'start', ['other', 'other']],
    ['joined, and back again', [busy, ok, ok], 'wait start', ['other', 'other', null]],
    ['the connection was lost before the answer', [ok, ok], 'stop wait start', ['other', null]],
    ['listed without an answer', [none], 'bob wait-500 bob,me wait', ['other']],
    ['and back again', [none, ok], 'bob,me wait start', ['other', null]],
  ];
  const outcomes = [];
  for (const [what, answers, steps] of rows) {
    const { joinRequest, sent, refusals } = join(answers, other);
    for (const step of steps.split(' ')) {
      // oxlint-disable no-await-in-loop -- one after the other
      if (step === 'start') joinRequest.start(me);
      else if (step === 'stop') joinRequest.stop();
      else if (step.startsWith('wait')) await passTime(Number(step.split('-')[1] ?? 60_000));
      else if (step) joinRequest.handleParticipants(step.split(',').map(asId<UserId>));
    }
    await passTime();
    // oxlint-enable no-await-in-loop
    outcomes.push({ what, sent, refusals });
  }
  expect(outcomes).toEqual(rows.map(([what, , , sent]) => ({ what, sent, refusals: [] })));
});

const cameraOn = { isCameraOn: true, isScreenShared: false };
const refused = (code: 'limit_reached' | 'rate_limited' | 'unavailable' | 'not_found') =>
  ({ ok: false, code, message: `refused: ${code}` }) as const;
type AnswerToMedia = { readonly ok: true } | ReturnType<typeof refused>;
const away = refused('unavailable');

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
  ['is refused with the reason if it is one too many', [refused('limit_reached')], ['on', 'refused: limit_reached']],
  ['is repeated after temporary refusals', [refused('rate_limited'), away], ['on', 'on', 'on', 'accepted']],
  ['is given up after three further attempts', [away, away, away, away], ['on', 'on', 'on', 'on', 'failed']],
  ['is given up after any other refusal', [refused('not_found')], ['on', 'failed']],
])('[CALL-425] what is shown %s', async (_what, answers, expected) => {
  const { announcement, heard } = anAnnouncement(...answers);
  announcement.announce(cameraOn);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(heard).toEqual(expected);
});

test('[CALL-425] only the answer to the latest announcement counts, and nothing is repeated without a connection', async () => {
  const { announcement, heard } = anAnnouncement(refused('limit_reached'), away);
  announcement.announce(cameraOn);
  announcement.announce({ ...cameraOn, isCameraOn: false });
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

const wait = (ms: number) => vi.advanceTimersByTime(ms);
/** Advances the clock without running timers. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
const lose = () => setConnection({ phase: 'away' });

test('[CALL-35] while the server is unreachable, the window retries every few seconds until it is closed', () => {
  const { events, stop } = watching();
  wait(60_000);
  expect(events).toEqual(['connected']);
  lose();
  wait(10_000);
  stop();
  wait(60_000);
  expect(events).toEqual(['connected', 'disconnected', 'retry', 'retry', 'retry', 'retry']);
});

test.each([
  ['broke before a sleep', () => [lose(), sleep(15_000), wait(2_500)], 'connected after sleep'],
  ['broke after one', () => [sleep(15_000), lose(), wait(2_500)], 'connected after sleep'],
  ['broke some time after one', () => [sleep(15_000), wait(20_000), lose()], 'connected after sleep'],
  ['was away for long while the page was awake', () => [lose(), wait(60_000)], 'connected'],
  ['broke before a pause of five seconds', () => [lose(), sleep(5_000)], 'connected'],
])('[CALL-36] a connection that %s', (_when, happen, comesBack) => {
  const { events } = watching();
  happen();
  for (const expected of [comesBack, 'connected']) {
    setConnection({ phase: 'connected' });
    expect(events.at(-1)).toBe(expected);
    lose();
  }
});
