import { expect, test } from 'vitest';
import { createRecentRooms } from './recent-rooms.ts';

test('[CLU-203] names the rooms of a past stretch of time, without those of calls', () => {
  let time = 0;
  const recent = createRecentRooms(() => time);
  recent.add(new Set(['user:ann']));
  time = 5000;
  recent.add(new Set(['user:bob', 'call:one']));
  time = 6000;
  recent.add(new Set(['user:ann', 'chat:one']));
  expect(recent.since(500)).toEqual(['user:ann', 'chat:one']);
  expect(recent.since(1500)).toEqual(['user:bob', 'user:ann', 'chat:one']);
});

test('[CLU-203] keeps a bounded number of rooms, for a while, and says when it has forgotten some', () => {
  let time = 0;
  const recent = createRecentRooms(() => time);
  recent.add(new Set(['user:ann']));
  time = 200_000;
  recent.add(new Set(['user:bob']));
  expect(recent.since(100_000)).toEqual(['user:bob']);
  expect(recent.since(200_000)).toBeNull();

  for (time = 300_001; time <= 400_001; time += 1) recent.add(new Set([`user:${time}`]));
  expect(recent.since(100_001)).toBeNull();
  expect(recent.since(1000)).toHaveLength(1000);
});
