import { expect, test } from 'vitest';
import { aPerson, bob, cid } from '../../test/chats.ts';
import { onlineFirst } from './people.ts';

test('[FRD-3] people who are online come first, and the order is otherwise kept', () => {
  const [ada, dan] = [aPerson('Ada'), aPerson('Dan')];
  const sorted = onlineFirst([ada, bob, cid, dan], new Set([cid._id, dan._id]));
  expect(sorted.map(({ name }) => name)).toEqual(['Cid', 'Dan', 'Ada', 'Bob']);
});
