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
const announce = (state: TransferState, bytes: number, isResuming = false) =>
  announcementOf(state, { bytes, totalBytes: 1000, bytesPerSecond: null, isResuming, lostBytes: 0 }, 1);

test('[TRF-27] states, interruptions and every quarter are announced', () => {
  const announcements = new Set(Array.from({ length: 1000 }, (_nothing, bytes) => announce(sending, bytes)));
  expect([...announcements]).toEqual(['Sending', 'Sending, 25%', 'Sending, 50%', 'Sending, 75%']);
  expect(announce({ role: 'sender', phase: 'pending', canResume: false }, 500)).toBe('Pending request');
  expect(announce({ role: 'sender', phase: 'done', canResume: true, isUnreported: false }, 500)).toBe('Done');
  const resuming = { phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 } as const;
  expect(announce({ role: 'receiver', ...resuming }, 500, true)).toBe('Resuming');
});
