import { expect, test } from 'vitest';
import { announcementOf } from './announcement.ts';
import type { TransferState } from '../session/transfer-events.ts';

const sending: TransferState = { role: 'sender', phase: 'sending', canResume: true, hasAll: false };
const still = { bytesPerSecond: null, isResuming: false, lostBytes: 0 };
const at = (bytes: number) => announcementOf(sending, { ...still, bytes, totalBytes: 1000 }, 1);

test('[TRF-27] a thousand progress steps cause four announcements', () => {
  const told = new Set(Array.from({ length: 1000 }, (_nothing, bytes) => at(bytes)));
  expect([...told]).toEqual(['Sending', 'Sending, 25%', 'Sending, 50%', 'Sending, 75%']);
});

test('[TRF-27] states and interruptions are announced', () => {
  const progress = { ...still, bytes: 5, totalBytes: 10 };
  expect(announcementOf({ role: 'sender', phase: 'pending', canResume: false }, progress, 1)).toBe('Pending request');
  expect(announcementOf({ role: 'sender', phase: 'done', canResume: true, isUntold: false }, progress, 1)).toBe('Done');
  const resuming = { phase: 'connecting', canResume: true, isResuming: true, refusalCount: 0 } as const;
  expect(announcementOf({ role: 'receiver', ...resuming }, { ...progress, isResuming: true }, 1)).toBe('Resuming');
});
