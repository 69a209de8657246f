import { expect, test } from 'vitest';
import type { TransferState } from '../session/transfer-events.ts';
import { announcementOf, cancelToast } from './transfer-texts.ts';

test('[TRF-23] a toast says why a transfer ended, unless the users know that already', () => {
  const setup = 'An error occurred while setting up connection';
  const rows: [...Parameters<typeof cancelToast>, string | null][] = [
    ['sender', { by: 'rejected' }, 'File transfer rejected: The receiver has rejected the file transfer'],
    ['sender', { by: 'ice-failed' }, 'File transfer error: ICE connection failed'],
    ['sender', { by: 'setup-failed' }, `File transfer error: ${setup}`],
    ['receiver', { by: 'setup-failed' }, `Can't receive file: ${setup}`],
    ['sender', { by: 'server', message: 'Not online' }, 'File transfer error: Not online'],
    ['receiver', { by: 'us' }, null],
    ['receiver', { by: 'peer' }, null],
    ['receiver', { by: 'no-answer' }, null],
  ];
  const textOf = (toast: ReturnType<typeof cancelToast>) => toast && `${toast.title}: ${toast.message}`;
  expect(rows.map(([role, reason]) => [role, reason, textOf(cancelToast(role, reason))])).toEqual(rows);
  expect(cancelToast('sender', { by: 'rejected' })).toMatchObject({ type: 'error' });
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
  const done = { role: 'sender', phase: 'done', canResume: true, isUnreported: false } as const;
  expect(announcementOf(done, progress, 1)).toBe('Done');
  const resuming = { phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 } as const;
  expect(announcementOf({ role: 'receiver', ...resuming }, { ...progress, isResuming: true }, 1)).toBe('Resuming');
});
