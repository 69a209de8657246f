import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';
import { lossSentence, phaseLabel } from '../ui/transfer-texts.ts';

const megabyte = 1024 * 1024;
const sending = { role: 'sender', phase: 'sending', canResume: true, hasAll: false } as const;
const connecting = { role: 'sender', phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 } as const;

/** Shows the progress after every number, without the interval. */
function aTransfer() {
  const progress = createProgress(
    () => {},
    () => 10 * megabyte,
  );
  return {
    ...progress,
    update: (bytes: number) => {
      progress.update(bytes);
      progress.show();
    },
  };
}

test('[TRF-200] progress is kept while a transfer is resumed, and continues from there', () => {
  const progress = aTransfer();
  progress.update(6 * megabyte);
  progress.resume();
  expect(progress.read()).toMatchObject({ bytes: 6 * megabyte, bytesPerSecond: null, isResuming: true, lostBytes: 0 });
  expect(phaseLabel(connecting, progress.read())).toBe('Resuming');
  // Reconnected, but the receiver has not reported its position yet.
  expect(phaseLabel(sending, progress.read())).toBe('Resuming');
  progress.update(7 * megabyte);
  expect(progress.read()).toMatchObject({ bytes: 7 * megabyte, isResuming: false, lostBytes: 0 });
  expect(phaseLabel(sending, progress.read())).toBe('Sending');
  // A late number.
  progress.update(5 * megabyte);
  expect(progress.read().bytes).toBe(7 * megabyte);
});

test('[TRF-201] bytes that the receiver lost are reported until they have arrived again', () => {
  const progress = aTransfer();
  progress.update(6 * megabyte);
  progress.resume();
  progress.update(4 * megabyte);
  expect(progress.read()).toMatchObject({ bytes: 4 * megabyte, lostBytes: 2 * megabyte });
  expect(lossSentence(sending, progress.read(), 'Bob')).toBe('Bob has lost the last 2.00 MB. They are sent again.');
  progress.update(5 * megabyte);
  expect(progress.read().lostBytes).toBe(2 * megabyte);
  progress.update(6 * megabyte);
  expect(lossSentence(sending, progress.read(), 'Bob')).toBeNull();
});
