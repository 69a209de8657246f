import { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import type { TransferState } from './transfer-events.ts';
import { foregroundOf } from './transfer-list.ts';
import type { TransferView } from './transfer-list.ts';

const peerId = UserId.parse('0198f1d2-0000-7000-8000-000000000001');
const actions = {} as TransferView['actions'];
const progress = { bytes: 0, totalBytes: 0, bytesPerSecond: null, isResuming: false, lostBytes: 0 };
const aView = (id: string, state: TransferState, isHidden = false): TransferView => ({
  id,
  peerId,
  state,
  files: [],
  progress,
  isRelayed: false,
  isHidden,
  actions,
});
const done: TransferState = { role: 'receiver', phase: 'done', canResume: true, isUnreported: false };
const asked: TransferState = { role: 'receiver', phase: 'pending', canResume: true };

test('[TRF-24] a request is shown before older transfers, and requests are shown in order', () => {
  const views = [aView('done', done), aView('first', asked), aView('second', asked)];
  expect(foregroundOf(views)?.id).toBe('first');
  expect(foregroundOf([aView('done', done), aView('hidden', asked, true)])?.id).toBe('done');
  expect(foregroundOf([aView('hidden', asked, true)])).toBeNull();
});
