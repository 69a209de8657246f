import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { patchQueries } from './patch-queries.ts';

const key = ['list', 1] as const;

test('[RT-331] data that is outdated stays marked as such when an event changes it', async () => {
  const client = new QueryClient();
  client.setQueryData(key, [1]);
  await client.invalidateQueries({ queryKey: ['list'] });
  patchQueries<number[]>(client, ['list'], (list) => [...list, 2]);
  expect(client.getQueryData(key)).toEqual([1, 2]);
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test('[RT-331] data that is up to date is not fetched again for an event', () => {
  const client = new QueryClient();
  client.setQueryData(key, [1]);
  patchQueries<number[]>(client, ['list'], (list) => [...list, 2]);
  expect(client.getQueryData(key)).toEqual([1, 2]);
  expect(client.getQueryState(key)?.isInvalidated).toBe(false);
});

test('nothing is stored before it was fetched, or when nothing changes', () => {
  const client = new QueryClient();
  client.setQueryData(key, [1], { updatedAt: 5 });
  patchQueries<number[]>(client, key, (list) => list);
  patchQueries<number[]>(client, ['another'], () => [2]);
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(5);
  expect(client.getQueryData(['another'])).toBeUndefined();
});
