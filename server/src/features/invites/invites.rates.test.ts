import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aVerifiedUser } = people(app);

test('[INV-5] guessing links, opening and creating them are limited', async () => {
  const [eve, visitor] = [await aVerifiedUser(), app.client()];
  const token = (index: number) => `${index}`.padEnd(43, 'x');
  const kinds: [limit: number, expected: number[], ask: (index: number) => Promise<{ status: number }>][] = [
    [60, [404], (index) => eve.call(contract.acceptInvite, { token: token(index) })],
    [300, [404], (index) => visitor.call(contract.openInvite, { token: token(index) })],
    // More than twenty that can be used are refused, and count all the same.
    [50, [201, 409], () => eve.call(contract.createInvite, { kind: 'friend' })],
  ];
  for (const [limit, expected, ask] of kinds) {
    const statuses = [];
    // More at once would have to wait for the database, and on a busy machine too long.
    while (statuses.length < limit)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => ask(index)))));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(expected));
    expect((await ask(limit)).status).toBe(429);
  }
});
