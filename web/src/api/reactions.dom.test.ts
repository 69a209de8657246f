import type { Message, Reaction } from '@chat-app/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { aMessage, bob } from '../../test/chats.ts';
import { hold } from '../../test/hold.ts';
import { me } from '../../test/stand-in-server.ts';
import { beginLog, messagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';
import { react, withReaction, withReactions } from './reactions.ts';

afterEach(() => void vi.unstubAllGlobals());

const theirs: Reaction = { emoji: '❤️', count: 1, isMine: false, userIds: [] };
const mine: Reaction = { emoji: '👍', count: 1, isMine: true, userIds: [me.id] };

/** Requests wait until the test answers them, in any order. */
function holdRequests() {
  const waiting: { wish: unknown; answer: (status: number) => void }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const { held, release } = hold<number>();
    waiting.push({ wish: JSON.parse(body), answer: release });
    return new Response(JSON.stringify({ reactions: [] }), { status: await held });
  });
  const next = () => vi.waitUntil(() => waiting.shift());
  return { next, count: () => waiting.length };
}

function showMessage(reactions: Reaction[]) {
  const client = new QueryClient();
  const message = aMessage(1, 1, { reactions, rev: 1 });
  const key = messagesKey(message.chatId);
  client.setQueryData(key, beginLog([message], { hasOlder: false, head: 1 }));
  const shown = () => client.getQueryData<MessageLog>(key)?.messages[0]?.reactions?.map(({ emoji }) => emoji) ?? [];
  return { client, message, shown };
}

const wish = (message: Message, isOn: boolean, emoji = '👍') => ({ message, emoji, isOn });

test('[MSG-520] reactions to one message are sent one after the other, without those that are outdated', async () => {
  const { client, message, shown } = showMessage([]);
  const requests = holdRequests();
  const first = react(client, me.id, wish(message, true));
  const on = await requests.next();
  expect(on.wish).toEqual({ messageId: message._id, emoji: '👍', isOn: true });
  const later = [false, true, false].map((isOn) => react(client, me.id, wish(message, isOn)));
  expect([shown(), requests.count()]).toEqual([[], 0]);

  on.answer(200);
  await first;
  const off = await requests.next();
  expect(off.wish).toEqual({ messageId: message._id, emoji: '👍', isOn: false });
  off.answer(200);
  await Promise.all(later);
  expect(requests.count()).toBe(0);
});

test('[MSG-520] a refused removal restores the order of the emoji, with what the user wished since', async () => {
  const { client, message, shown } = showMessage([mine, theirs]);
  const requests = holdRequests();
  const removal = react(client, me.id, wish(message, false));
  const addition = react(client, me.id, wish(message, true, '🎉'));
  expect(shown()).toEqual(['❤️', '🎉']);

  (await requests.next()).answer(404);
  await removal;
  expect(shown()).toEqual(['👍', '❤️', '🎉']);
  (await requests.next()).answer(404);
  await addition;
  expect(shown()).toEqual(['👍', '❤️']);
});

const other = bob.id;
const theirThumb: Reaction = { emoji: '👍', count: 1, isMine: false, userIds: [other] };
const both: Reaction = { emoji: '👍', count: 2, isMine: true, userIds: [other, me.id] };

test('[MSG-421] a reaction of the user is added once and removed once', () => {
  const on = { emoji: '👍', isOn: true, userId: me.id };
  const off = { ...on, isOn: false };
  expect(withReaction([], on)).toEqual([{ emoji: '👍', count: 1, isMine: true, userIds: [me.id] }]);
  expect(withReaction([theirThumb], on)).toEqual([both]);
  expect(withReaction([both], on)).toEqual([both]);
  expect(withReaction([both], off)).toEqual([theirThumb]);
  expect(withReaction([theirThumb], off)).toEqual([theirThumb]);
  expect(withReaction([{ ...both, count: 1, userIds: [me.id] }], off)).toEqual([]);
  // Other emoji keep their place.
  const party: Reaction = { emoji: '🎉', count: 3, isMine: false, userIds: [other] };
  const three = withReaction(withReaction([theirThumb, party], on), { ...on, emoji: '😂' });
  expect(three.map(({ emoji }) => emoji)).toEqual(['👍', '🎉', '😂']);
});

test('[MSG-421] a message without reactions has no such field', () => {
  const message = aMessage(1, 1, { reactions: [theirThumb] });
  expect(withReactions(message, [])).toEqual(aMessage(1, 1));
  expect(withReactions(message, [both]).reactions).toEqual([both]);
});
