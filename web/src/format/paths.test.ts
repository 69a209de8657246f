import { expect, test } from 'vitest';
import { idOf } from '../../test/chats.ts';
import { chatIdAt, chatPath } from './paths.ts';

test.each([
  [chatPath(idOf(1)), idOf(1)],
  [`${chatPath(idOf(1))}/`, idOf(1)],
  ['/', null],
  ['/chat', null],
  ['/chat/nonsense', null],
  [`${chatPath(idOf(1))}/more`, null],
])('[CHT-1] the address %s opens %s', (path, chatId) => {
  expect(chatIdAt(path)).toBe(chatId);
});
