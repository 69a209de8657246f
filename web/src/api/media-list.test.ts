import type { ChatId, Message } from '@chat-app/contract';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aMessage, idOf } from '../../test/chats.ts';
import { changeMedia, mediaKey } from './media-list.ts';
import type { MediaPages } from './media-list.ts';

const chatId = idOf<ChatId>(1);
const aLink = (seq: number, fields: Partial<Message> = {}) =>
  aMessage(1, seq, { content: 'https://example.org', ...fields });

/** Two pages of links; older ones exist unless this is the end. */
function aCache({ isEnd }: { isEnd: boolean }) {
  const client = new QueryClient();
  const key = mediaKey(chatId, 'link');
  client.setQueryData<MediaPages>(key, {
    pages: [
      { messages: [aLink(9), aLink(7)], next: 7 },
      { messages: [aLink(5)], next: isEnd ? null : 5 },
    ],
    pageParams: [null, 7],
  });
  const seqs = () => client.getQueryData<MediaPages>(key)?.pages.map(({ messages }) => messages.map(({ seq }) => seq));
  return { client, seqs };
}

test('[SRC-32] a message that becomes a link is listed at its position, unless that is not loaded', () => {
  const pagesWith = (seq: number, isEnd = true) => {
    const { client, seqs } = aCache({ isEnd });
    changeMedia(client, chatId, [{ message: aLink(seq) }]);
    return seqs()?.map((page) => page.join(' '));
  };
  expect([10, 8, 6, 2].map((seq) => pagesWith(seq))).toEqual([
    ['10 9 7', '5'],
    ['9 8 7', '5'],
    ['9 7', '6 5'],
    ['9 7', '5 2'],
  ]);
  expect(pagesWith(2, false)).toEqual(['9 7', '5']);
});

test('[SRC-32] a message is listed once, and an outdated state changes nothing', () => {
  const { client, seqs } = aCache({ isEnd: true });
  changeMedia(client, chatId, [{ message: aLink(9, { rev: 20 }) }, { message: aLink(9, { content: 'old', rev: 12 }) }]);
  expect(seqs()).toEqual([[9, 7], [5]]);
  changeMedia(client, chatId, [
    { message: aLink(7, { content: 'no link', rev: 21 }) },
    { deleted: { _id: aLink(5)._id, seq: 5, rev: 22 } },
  ]);
  expect(seqs()).toEqual([[9], []]);
});
