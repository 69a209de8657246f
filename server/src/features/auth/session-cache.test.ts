import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { createSessionCache } from './session-cache.ts';
import type { SessionRow } from './sessions.repository.ts';

const session: SessionRow = {
  id: asId('s1'),
  userId: asId('u1'),
  isVerified: true,
  isRemembered: false,
  isStale: false,
};

test('[AUTH-50] a session is cached for a second, but not after it has ended', () => {
  let nowMs = 0;
  const cache = createSessionCache(() => nowMs);
  cache.set('token', session);
  expect(cache.get('token')).toEqual(session);
  expect(cache.get('another')).toBeNull();
  nowMs = 1000;
  expect(cache.get('token')).toBeNull();

  cache.set('token', session);
  cache.evict([asId('s1')]);
  expect(cache.get('token')).toBeNull();
  // A query result from before the end was committed arrives late.
  cache.set('token', session);
  expect(cache.get('token')).toBeNull();
});

test('[AUTH-50] sessions that may change are queried each time', () => {
  const cache = createSessionCache();
  cache.set('unverified', { ...session, isVerified: false });
  cache.set('stale', { ...session, isStale: true });
  expect([cache.get('unverified'), cache.get('stale')]).toEqual([null, null]);
});
