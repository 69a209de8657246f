import { expect, test } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { idOf } from '../../test/chats.ts';
import { chatIdAt, chatPath, messageIdAt, messagePath } from './paths.ts';

test.each([
  [chatPath(idOf(1)), idOf(1)],
  [`${chatPath(idOf(1))}/`, idOf(1)],
  ['/', null],
  ['/chat', null],
  ['/chat/nonsense', null],
  [`${chatPath(idOf(1))}/more`, null],
  [`${chatPath(idOf(1))}/message/${asId(idOf(2))}`, idOf(1)],
])('[CHT-1] the address %s opens %s', (path, chatId) => {
  expect(chatIdAt(path)).toBe(chatId);
});

test.each([
  [messagePath(idOf(1), asId(idOf(2))), idOf(2)],
  [`${messagePath(idOf(1), asId(idOf(2)))}/`, idOf(2)],
  [`${chatPath(idOf(1))}/message/nonsense`, null],
  [chatPath(idOf(1)), null],
])('[MSG-530] the address %s leads to the message %s', (path, messageId) => {
  expect(messageIdAt(path)).toBe(messageId);
});
