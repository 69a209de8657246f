import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import type { HttpClient } from '../../test/http-client.ts';
import { people } from '../../test/people.ts';
import { useOwnTestApp } from '../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aVerifiedUser } = people(app);

type Ask = (by: HttpClient, index: number) => Promise<{ status: number }>;

test('[FRD-310] [INV-5] [PRV-9] guesses, and what costs something, have a limit for each person, or for visitors of a network', async () => {
  const [ann, bob, eve] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const ourselves = { url: 'http://127.0.0.1/' };
  const token = (index: number) => `${index}`.padEnd(43, 'x');
  const kinds: [limit: number, expected: number[], ask: Ask][] = [
    [10, [201], (by) => by.call(contract.sendReport, { userId: eve.user.id, reason: 'Spam' })],
    [60, [404], (by, index) => by.call(contract.acceptInvite, { token: token(index) })],
    // More than twenty that can be used are refused, and count all the same.
    [50, [201, 409], (by) => by.call(contract.createInvite, { kind: 'friend' })],
    [60, [400], (by) => by.call(contract.getLinkPreview, ourselves)],
    [120, [400], (by) => by.call(contract.getForeignImage, ourselves)],
    // Everybody in a network together, because visitors have no account.
    [300, [404], (_, index) => app.client().call(contract.openInvite, { token: token(index) })],
  ];
  for (const [limit, expected, ask] of kinds) {
    const statuses = [];
    // More at once would have to wait for the database, and on a busy machine too long.
    while (statuses.length < limit)
      statuses.push(...(await Promise.all(Array.from({ length: 5 }, (_, index) => ask(ann, index)))));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(expected));
    expect(await ask(ann, limit)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await ask(bob, limit)).status).toBe(limit === 300 ? 429 : expected[0]);
  }
});
