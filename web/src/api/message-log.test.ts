import { expect, test } from 'vitest';
import { aMessage } from '../../test/chats.ts';
import { appendMessage, joinLogs, mergeMessages } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

const seqs = (messages: readonly { seq: number }[]) => messages.map(({ seq }) => seq);
const log: MessageLog = { messages: [aMessage(1, 4), aMessage(1, 5)], hasOlder: true, growth: 'above' };

test('[CHT-10] messages of two pages stand in the order of the chat, each once', () => {
  const merged = mergeMessages([aMessage(1, 5), aMessage(1, 3)], [aMessage(1, 4), aMessage(1, 3)]);
  expect(seqs(merged)).toEqual([3, 4, 5]);
});

test('[CHT-10] the next message joins at the end', () => {
  expect(appendMessage(log, aMessage(1, 6))).toEqual({
    messages: [...log.messages, aMessage(1, 6)],
    hasOlder: true,
    growth: 'below',
  });
});

test('[CHT-10] a message that came twice is shown once', () => {
  expect(appendMessage(log, aMessage(1, 5))).toBe(log);
});

test('[CHT-10] a message after a hole is not shown before the hole is filled', () => {
  expect(appendMessage(log, aMessage(1, 8))).toBeNull();
});

test('[CHT-10] what came after is added to what is known by then; an answer of its own replaces it', () => {
  const later: MessageLog = { messages: [aMessage(1, 6)], hasOlder: true, growth: 'below' };
  expect(seqs(joinLogs(log, { ...later, isAddition: true }).messages)).toEqual([4, 5, 6]);
  expect(joinLogs(log, { ...later, messages: [], isAddition: true })).toBe(log);
  expect(joinLogs(log, later)).toBe(later);
});
