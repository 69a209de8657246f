import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { createSessionMemory } from './session-memory.ts';
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
  const memory = createSessionMemory(() => nowMs);
  memory.remember('token', session);
  expect(memory.recall('token')).toEqual(session);
  expect(memory.recall('another')).toBeNull();
  nowMs = 1000;
  expect(memory.recall('token')).toBeNull();

  memory.remember('token', session);
  memory.forget([asId('s1')]);
  expect(memory.recall('token')).toBeNull();
  // A query result from before the end was committed arrives late.
  memory.remember('token', session);
  expect(memory.recall('token')).toBeNull();
});

test('[AUTH-50] sessions that may change are queried each time', () => {
  const memory = createSessionMemory();
  memory.remember('unverified', { ...session, isVerified: false });
  memory.remember('stale', { ...session, isStale: true });
  expect([memory.recall('unverified'), memory.recall('stale')]).toEqual([null, null]);
});
