import type { ShownMedia } from '@chat-app/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { createMediaAnnouncement } from './media-announcement.ts';

beforeEach(() => void vi.useFakeTimers());

const cameraOn = { isCameraOn: true, isScreenShared: false };
const cameraOff = { isCameraOn: false, isScreenShared: false };
const refused = (code: 'limit_reached' | 'rate_limited' | 'unavailable' | 'not_found') =>
  ({ ok: false, code, message: `refused: ${code}` }) as const;
type Answer = { readonly ok: true } | ReturnType<typeof refused>;

/** Answers in turn, and accepts whatever follows. */
function anAnnouncement(...answers: Answer[]) {
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

test.each<[string, Answer[], string[]]>([
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
    Array<Answer>(9).fill(refused('unavailable')),
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
