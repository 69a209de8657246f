import type { Reaction, UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { aMessage } from '../../test/chats.ts';
import { withReaction, withReactions } from './reactions.ts';

const [me, other] = [asId<UserId>('me'), asId<UserId>('other')];
const theirs: Reaction = { emoji: '👍', count: 1, isMine: false, userIds: [other] };
const both: Reaction = { emoji: '👍', count: 2, isMine: true, userIds: [other, me] };

test('[MSG-421] a reaction of the user is added once and removed once', () => {
  const on = { emoji: '👍', isOn: true, userId: me };
  const off = { ...on, isOn: false };
  expect(withReaction([], on)).toEqual([{ emoji: '👍', count: 1, isMine: true, userIds: [me] }]);
  expect(withReaction([theirs], on)).toEqual([both]);
  expect(withReaction([both], on)).toEqual([both]);
  expect(withReaction([both], off)).toEqual([theirs]);
  expect(withReaction([theirs], off)).toEqual([theirs]);
  expect(withReaction([{ ...both, count: 1, userIds: [me] }], off)).toEqual([]);
});

test('[MSG-421] other emoji keep their place', () => {
  const party: Reaction = { emoji: '🎉', count: 3, isMine: false, userIds: [other] };
  const reactions = withReaction([theirs, party], { emoji: '👍', isOn: true, userId: me });
  expect(reactions.map(({ emoji }) => emoji)).toEqual(['👍', '🎉']);
  expect(withReaction(reactions, { emoji: '😂', isOn: true, userId: me }).map(({ emoji }) => emoji)).toEqual([
    '👍',
    '🎉',
    '😂',
  ]);
});

test('[MSG-421] a message without reactions has no such field', () => {
  const message = aMessage(1, 1, { reactions: [theirs] });
  expect(withReactions(message, [])).toEqual(aMessage(1, 1));
  expect(withReactions(message, [both]).reactions).toEqual([both]);
});
