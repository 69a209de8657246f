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

test('[CHT-10] messages of two pages are merged in chat order without duplicates', () => {
  const merged = mergeMessages([aMessage(1, 5), aMessage(1, 3)], [aMessage(1, 4), aMessage(1, 3)]);
  expect(merged.map(({ seq }) => seq)).toEqual([3, 4, 5]);
});

test('[CHT-10] the next message is appended', () => {
  const log = logOf(4, 5);
  expect(appendMessage(log, aMessage(1, 6))).toEqual({ ...log, messages: pageOf(4, 5, 6), upTo: 6 });
});

test('[CHT-10] a message that arrives twice is shown once', () => {
  const log = logOf(4, 5);
  expect(appendMessage(log, aMessage(1, 5))).toBe(log);
});

test('[CHT-10] a message after a gap is not shown until the gap is filled', () => {
  expect(appendMessage(logOf(4, 5), aMessage(1, 8))).toBeNull();
});

test('[CHT-10] a response with a message far above the loaded part creates no gap', () => {
  const log = logOf(40, 41);
  expect(appendMessage(log, aMessage(1, 3))).toBe(log);
});

test('[CHT-10] an addition is appended to the known log; a complete response replaces it', () => {
  const log = logOf(4, 5);
  expect(seqs(joinLogs(log, additionOf([6])))).toEqual([4, 5, 6]);
  expect(joinLogs(log, additionOf([]))).toBe(log);
  expect(seqs(joinLogs(log, logOf(90, 91)))).toEqual([90, 91]);
});

test('[CHT-10] a new log keeps messages that arrived during its request, unless there is a gap', () => {
  expect(seqs(joinLogs(logOf(1, 2, 3), logOf(1, 2)))).toEqual([1, 2, 3]);
  expect(seqs(joinLogs(logOf(9), logOf(1, 2)))).toEqual([1, 2]);
});

test('[CHT-9] an older page is prepended in order and sets hasOlder', () => {
  const log = prependPage(logOf(4, 5), pageOf(3, 2), false);
  expect({ seqs: seqs(log), hasOlder: log.hasOlder }).toEqual({ seqs: [2, 3, 4, 5], hasOlder: false });
});

test('[MSG-43] a deleted message stays deleted, even if a later response contains it', () => {
  const left = withoutMessage(logOf(4, 5), idAt(5));
  expect(seqs(left)).toEqual([4]);
  expect(withoutMessage(left, idAt(5))).toBe(left);
  expect(seqs(appendMessage(left, aMessage(1, 5)))).toEqual([4]);
  expect(seqs(joinLogs(left, additionOf([5, 6])))).toEqual([4, 6]);
  expect(seqs(joinLogs(left, logOf(4, 5)))).toEqual([4]);
});

test('[MSG-43] a message that is deleted before its page arrives is left out of the page', () => {
  const log = withoutMessage(logOf(4, 5), idAt(2));
  expect(seqs(prependPage(log, pageOf(3, 2), false))).toEqual([3, 4, 5]);
});

test('[MSG-43] the seq of a deleted message stays known, so the next message is appended without a request', () => {
  const left = withoutMessage(logOf(4, 5), idAt(5));
  expect(newestSeq(left)).toBe(5);
  expect(seqs(appendMessage(left, aMessage(1, 6)))).toEqual([4, 6]);
});

test('[MSG-44] messages deleted while disconnected are dropped with the next response', () => {
  const joined = joinLogs(logOf(3, 4, 5), additionOf([6], { gone: [4, 1] }));
  expect(seqs(joined)).toEqual([3, 5, 6]);
  expect(joined.blanks).toEqual([4]);
});

test('[MSG-45] the log extends to the last seq, even if that message was deleted', () => {
  const log = beginLog(pageOf(8, 9), { hasOlder: true, head: 10 });
  expect(newestSeq(log)).toBe(10);
  expect(newestSeq(joinLogs(log, additionOf([], { upTo: 12 })))).toBe(12);
});
