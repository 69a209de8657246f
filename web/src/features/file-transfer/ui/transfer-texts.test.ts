import { expect, test } from 'vitest';
import type { TransferState } from '../session/transfer-events.ts';
import { announcementOf, cancelToast } from './transfer-texts.ts';

test.each([
  ['sender', 'rejected', 'File transfer rejected', 'The receiver has rejected the file transfer'],
  ['sender', 'ice-failed', 'File transfer error', 'ICE connection failed'],
  ['sender', 'setup-failed', 'File transfer error', 'An error occurred while setting up connection'],
  ['receiver', 'setup-failed', "Can't receive file", 'An error occurred while setting up connection'],
] as const)('[TRF-23] the %s of a transfer that ended by "%s" reads "%s"', (role, by, title, message) => {
  expect(cancelToast(role, { by })).toMatchObject({ type: 'error', title, message });
});

test('[TRF-23] an error of the server is shown with its own message', () => {
  const toast = cancelToast('sender', { by: 'server', message: 'The receiver is not online' });
  expect(toast).toMatchObject({ title: 'File transfer error', message: 'The receiver is not online' });
});

test.each(['us', 'peer', 'no-answer'] as const)('[TRF-23] there is no toast when it ended by "%s"', (by) => {
  expect(cancelToast('receiver', { by })).toBeNull();
});

const sending: TransferState = { role: 'sender', phase: 'sending', canResume: true, hasAll: false };
const still = { bytesPerSecond: null, isResuming: false, lostBytes: 0 };
const at = (bytes: number) => announcementOf(sending, { ...still, bytes, totalBytes: 1000 }, 1);

test('[TRF-27] a thousand progress steps cause four announcements', () => {
  const announcements = new Set(Array.from({ length: 1000 }, (_nothing, bytes) => at(bytes)));
  expect([...announcements]).toEqual(['Sending', 'Sending, 25%', 'Sending, 50%', 'Sending, 75%']);
});

test('[TRF-27] states and interruptions are announced', () => {
  const progress = { ...still, bytes: 5, totalBytes: 10 };
  expect(announcementOf({ role: 'sender', phase: 'pending', canResume: false }, progress, 1)).toBe('Pending request');
  expect(announcementOf({ role: 'sender', phase: 'done', canResume: true, isUnreported: false }, progress, 1)).toBe(
    'Done',
  );
  const resuming = { phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 } as const;
  expect(announcementOf({ role: 'receiver', ...resuming }, { ...progress, isResuming: true }, 1)).toBe('Resuming');
});
