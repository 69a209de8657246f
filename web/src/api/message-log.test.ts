import { expect, test } from 'vitest';
import { aMessage } from '../../test/chats.ts';
import {
  appendMessage,
  beginLog,
  joinLogs,
  mergeMessages,
  newestSeq,
  prependPage,
  withoutMessage,
} from './message-log.ts';
import type { FetchedLog, MessageLog } from './message-log.ts';

const seqs = (log: MessageLog | null) => log?.messages.map(({ seq }) => seq);
const pageOf = (...places: number[]) => places.map((seq) => aMessage(1, seq));
const logOf = (...places: number[]) => beginLog(pageOf(...places), { hasOlder: true, head: 0 });
const additionOf = (places: number[], rest: Partial<FetchedLog> = {}): FetchedLog => ({
  ...logOf(...places),
  isAddition: true,
  ...rest,
});
const idAt = (seq: number) => aMessage(1, seq)._id;

test('[CHT-10] messages of two pages stand in the order of the chat, each once', () => {
  const merged = mergeMessages([aMessage(1, 5), aMessage(1, 3)], [aMessage(1, 4), aMessage(1, 3)]);
  expect(merged.map(({ seq }) => seq)).toEqual([3, 4, 5]);
});

test('[CHT-10] the next message joins at the end', () => {
  const log = logOf(4, 5);
  expect(appendMessage(log, aMessage(1, 6))).toEqual({ ...log, messages: pageOf(4, 5, 6), upTo: 6 });
});

test('[CHT-10] a message that came twice is shown once', () => {
  const log = logOf(4, 5);
  expect(appendMessage(log, aMessage(1, 5))).toBe(log);
});

test('[CHT-10] a message after a hole is not shown before the hole is filled', () => {
  expect(appendMessage(logOf(4, 5), aMessage(1, 8))).toBeNull();
});

test('[CHT-10] an answer about a message far above what is loaded makes no hole', () => {
  const log = logOf(40, 41);
  expect(appendMessage(log, aMessage(1, 3))).toBe(log);
});

test('[CHT-10] what came after is added to what is known by then; an answer of its own replaces it', () => {
  const log = logOf(4, 5);
  expect(seqs(joinLogs(log, additionOf([6])))).toEqual([4, 5, 6]);
  expect(joinLogs(log, additionOf([]))).toBe(log);
  expect(seqs(joinLogs(log, logOf(90, 91)))).toEqual([90, 91]);
});

test('[CHT-10] a log that begins anew keeps what arrived while it was asked for, unless there is a hole', () => {
  expect(seqs(joinLogs(logOf(1, 2, 3), logOf(1, 2)))).toEqual([1, 2, 3]);
  expect(seqs(joinLogs(logOf(9), logOf(1, 2)))).toEqual([1, 2]);
});

test('[CHT-9] the page above joins in order and says whether there is more', () => {
  const log = prependPage(logOf(4, 5), pageOf(3, 2), false);
  expect({ seqs: seqs(log), hasOlder: log.hasOlder }).toEqual({ seqs: [2, 3, 4, 5], hasOlder: false });
});

test('[MSG-43] a deleted message is gone once and for all, whichever answer still has it', () => {
  const left = withoutMessage(logOf(4, 5), idAt(5));
  expect(seqs(left)).toEqual([4]);
  expect(withoutMessage(left, idAt(5))).toBe(left);
  expect(seqs(appendMessage(left, aMessage(1, 5)))).toEqual([4]);
  expect(seqs(joinLogs(left, additionOf([5, 6])))).toEqual([4, 6]);
  expect(seqs(joinLogs(left, logOf(4, 5)))).toEqual([4]);
});

test('[MSG-43] a message that is deleted before its page comes does not come with it', () => {
  const log = withoutMessage(logOf(4, 5), idAt(2));
  expect(seqs(prependPage(log, pageOf(3, 2), false))).toEqual([3, 4, 5]);
});

test('[MSG-43] its place stays known, so that the next message follows without a question', () => {
  const left = withoutMessage(logOf(4, 5), idAt(5));
  expect(newestSeq(left)).toBe(5);
  expect(seqs(appendMessage(left, aMessage(1, 6)))).toEqual([4, 6]);
});

test('[MSG-44] what was deleted while nobody listened is dropped at the next question', () => {
  const joined = joinLogs(logOf(3, 4, 5), additionOf([6], { gone: [4, 1] }));
  expect(seqs(joined)).toEqual([3, 5, 6]);
  expect(joined.blanks).toEqual([4]);
});

test('[MSG-45] the log reaches up to the last place, also when what stood there was deleted', () => {
  const log = beginLog(pageOf(8, 9), { hasOlder: true, head: 10 });
  expect(newestSeq(log)).toBe(10);
  expect(newestSeq(joinLogs(log, additionOf([], { upTo: 12 })))).toBe(12);
});
