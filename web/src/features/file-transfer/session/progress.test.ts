import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { idOf } from '../../../../test/chats.ts';
import { lossSentence, phaseLabel } from '../ui/transfer-texts.ts';
import { createProgress } from './progress.ts';
import type { TransferState } from './transfer-events.ts';
import { foregroundOf } from './transfer-list.ts';
import type { TransferView } from './transfer-list.ts';
import { createRate, rateLabel, secondsLeft, timeLeftLabel } from './transfer-rate.ts';

const megabyte = 1024 * 1024;
const sending = { role: 'sender', phase: 'sending', canResume: true, hasAll: false } as const;
const connecting = { role: 'sender', phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 } as const;

/** Shows the progress after every number, without the interval. */
function aTransfer() {
  const progress = createProgress(
    () => {},
    () => 10 * megabyte,
  );
  const update = (megabytes: number) => {
    progress.update(megabytes * megabyte);
    progress.show();
  };
  return { ...progress, update };
}

test('[TRF-200] progress is kept while a transfer is resumed, and continues from there', () => {
  const { read, resume, update } = aTransfer();
  update(6);
  resume();
  expect(read()).toMatchObject({ bytes: 6 * megabyte, bytesPerSecond: null, isResuming: true, lostBytes: 0 });
  // The second has reconnected, but the receiver has not reported its position yet.
  expect([connecting, sending].map((state) => phaseLabel(state, read()))).toEqual(['Resuming', 'Resuming']);
  update(7);
  expect(read()).toMatchObject({ bytes: 7 * megabyte, isResuming: false, lostBytes: 0 });
  expect(phaseLabel(sending, read())).toBe('Sending');
  // A late number.
  update(5);
  expect(read().bytes).toBe(7 * megabyte);
});

test('[TRF-201] bytes that the receiver lost are reported until they have arrived again', () => {
  const { read, resume, update } = aTransfer();
  update(6);
  resume();
  update(4);
  expect(read()).toMatchObject({ bytes: 4 * megabyte, lostBytes: 2 * megabyte });
  expect(lossSentence(sending, read(), 'Bob')).toBe('Bob has lost the last 2.00 MB. They are sent again.');
  update(5);
  expect(read().lostBytes).toBe(2 * megabyte);
  update(6);
  expect(lossSentence(sending, read(), 'Bob')).toBeNull();
});

test('[TRF-27] the rate covers the last seconds; a reset starts over, and without progress it is zero', () => {
  const rate = createRate();
  const after = (bytes: number, ms: number) => {
    rate.add(bytes, ms);
    return rate.read();
  };
  expect([after(0, 0), after(500, 500), after(1_000, 1_000)]).toEqual([null, null, 1_000]);
  for (let second = 2; second <= 20; second += 1) rate.add(1_000 + (second - 1) * 4_000, second * 1_000);
  expect(rate.read()).toBe(4_000);
  rate.reset();
  expect(rate.read()).toBeNull();
  // The last: the receiver had less than what was sent. A decrease must not give a negative rate.
  expect([after(9_000, 60_000), after(9_000, 62_000), after(8_000, 63_000)]).toEqual([null, 0, 0]);
});

test('[TRF-27] rate and remaining time are rounded for people', () => {
  const times: [...Parameters<typeof secondsLeft>, number | null][] = [
    [1_000, 100, 10],
    [1_001, 100, 11],
    [0, 100, 0],
    [1_000, 0, null],
    [1_000, null, null],
  ];
  expect(times.map(([bytes, rate]) => [bytes, rate, secondsLeft(bytes, rate)])).toEqual(times);
  const rates = [0, 512 * 1024, megabyte, 12.34 * megabyte].map(rateLabel);
  expect(rates).toEqual(['0 KB/s', '512 KB/s', '1.0 MB/s', '12.3 MB/s']);
  const labels: [number, string][] = [
    [0, '0 s left'],
    [59, '59 s left'],
    [60, '1 min left'],
    [61, '2 min left'],
    [3_599, '1 h 0 min left'],
    [5_400, '1 h 30 min left'],
    [1e9, 'more than 4 days left'],
  ];
  expect(labels.map(([seconds]) => [seconds, timeLeftLabel(seconds)])).toEqual(labels);
});

const progress = { bytes: 0, totalBytes: 0, bytesPerSecond: null, isResuming: false, lostBytes: 0 };
const actions = {} as TransferView['actions'];
const plain = { peerId: idOf<UserId>(1), files: [], progress, isRelayed: false, actions };
const aView = (id: string, state: TransferState, isHidden = false): TransferView => ({ ...plain, id, state, isHidden });
const done: TransferState = { role: 'receiver', phase: 'done', canResume: true, isUnreported: false };
const asked: TransferState = { role: 'receiver', phase: 'pending', canResume: true };

test('[TRF-24] a request is shown before older transfers, and requests are shown in order', () => {
  const views = [aView('done', done), aView('first', asked), aView('second', asked)];
  expect(foregroundOf(views)?.id).toBe('first');
  expect(foregroundOf([aView('done', done), aView('hidden', asked, true)])?.id).toBe('done');
  expect(foregroundOf([aView('hidden', asked, true)])).toBeNull();
});
