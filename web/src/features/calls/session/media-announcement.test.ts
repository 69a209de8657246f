import type { ShownMedia } from '@chat-app/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMediaAnnouncement } from './media-announcement.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('[CALL-425] what is shown is sent and accepted', async () => {
  const { announcement, heard } = anAnnouncement();
  announcement.announce(cameraOn);
  await passTime(60_000);
  expect(heard).toEqual(['on', 'accepted']);
});

test('[CALL-425] one camera too many is refused, with the reason', async () => {
  const { announcement, heard } = anAnnouncement(refused('limit_reached'));
  announcement.announce(cameraOn);
  await passTime(60_000);
  expect(heard).toEqual(['on', 'refused: limit_reached']);
});

test('[CALL-425] a temporary refusal is followed by another attempt', async () => {
  const { announcement, heard } = anAnnouncement(refused('rate_limited'), refused('unavailable'));
  announcement.announce(cameraOn);
  await passTime(60_000);
  expect(heard).toEqual(['on', 'on', 'on', 'accepted']);
});

test('[CALL-425] after three further attempts it gives up', async () => {
  const { announcement, heard } = anAnnouncement(...Array.from({ length: 9 }, () => refused('unavailable')));
  announcement.announce(cameraOn);
  await passTime(600_000);
  expect(heard).toEqual(['on', 'on', 'on', 'on', 'failed']);
});

test('[CALL-425] any other refusal is final', async () => {
  const { announcement, heard } = anAnnouncement(refused('not_found'));
  announcement.announce(cameraOn);
  await passTime(60_000);
  expect(heard).toEqual(['on', 'failed']);
});

test('[CALL-425] only the answer to the latest announcement counts', async () => {
  const { announcement, heard } = anAnnouncement(refused('limit_reached'));
  announcement.announce(cameraOn);
  announcement.announce(cameraOff);
  await passTime(60_000);
  expect(heard).toEqual(['on', 'off', 'accepted']);
});

test('[CALL-425] nothing is repeated without a connection', async () => {
  const { announcement, heard } = anAnnouncement(refused('unavailable'));
  announcement.announce(cameraOn);
  await passTime(10);
  announcement.stop();
  await passTime(60_000);
  expect(heard).toEqual(['on']);
});
