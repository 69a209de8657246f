import { limits, UserId } from '@chat-app/contract';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { standInForLocks } from '../../../../test/stand-in-locks.ts';
import { holdInTab } from '../../../tabs/tab-hold.ts';
import { lockName, savePartial, claimPartials } from './partial-transfers.ts';
import type { PartialTransfer } from './partial-transfers.ts';

const [me, sender] = ['1', '2'].map((digit) => UserId.parse(`0198f1d2-0000-7000-8000-00000000000${digit}`)) as [
  UserId,
  UserId,
];
const nowMs = 1_000_000_000;
const aPartial = (key: string, more: Partial<PartialTransfer> = {}): PartialTransfer => ({
  key,
  userId: me,
  senderId: sender,
  files: [{ name: 'film.mkv', size: 10 }],
  finishedCount: 0,
  atMs: nowMs - 1000,
  isOver: false,
  ...more,
});
const keysOf = (claims: Awaited<ReturnType<typeof claimPartials>>) => claims.map(({ partial }) => partial.key);
const kept = () =>
  (JSON.parse(localStorage.getItem('chat-app.partial-transfers') ?? '[]') as { key: string }[]).map(({ key }) => key);

beforeEach(() => onTestFinished(standInForLocks()));

test('[TRF-26] of two tabs that open at once, only one resumes the transfer', async () => {
  savePartial(aPartial('film'));
  const [one, two] = await Promise.all([claimPartials(me, nowMs), claimPartials(me, nowMs)]);
  expect([...keysOf(one), ...keysOf(two)]).toEqual(['film']);
  [...one, ...two].forEach(({ release }) => release());
  expect(keysOf(await claimPartials(me, nowMs))).toEqual(['film']);
});

test('[TRF-26] a transfer that another tab holds is left alone', async () => {
  savePartial(aPartial('film', { atMs: 0 }));
  holdInTab(lockName('film'));
  expect(await claimPartials(me, nowMs)).toEqual([]);
  expect(kept()).toEqual(['film']);
});

test('[TRF-26] a complete transfer is shown again, unless its dialog was closed', async () => {
  savePartial(aPartial('whole', { finishedCount: 1 }));
  savePartial(aPartial('closed', { finishedCount: 1, isOver: true }));
  expect(keysOf(await claimPartials(me, nowMs))).toEqual(['whole']);
  expect(kept()).toEqual(['whole', 'closed']);
});

test('[TRF-26] expired transfers and incomplete ones of another user are deleted', async () => {
  const old = { atMs: nowMs - limits.transferResumeMs };
  savePartial(aPartial('old', old));
  savePartial(aPartial('old and whole', { ...old, finishedCount: 1 }));
  savePartial(aPartial('old and over', { ...old, finishedCount: 1, isOver: true }));
  savePartial(aPartial('of another', { userId: sender }));
  expect(await claimPartials(me, nowMs)).toEqual([]);
  expect(kept()).toEqual([]);
});
