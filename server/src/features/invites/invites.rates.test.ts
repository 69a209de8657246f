import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aVerifiedUser } = people(app);

test('[INV-5] guessing links and creating them are limited', async () => {
  const eve = await aVerifiedUser();
  const guesses = [];
  for (let tries = 0; tries < 61; tries += 1) {
    guesses.push((await eve.call(contract.acceptInvite, { token: `${tries}`.padEnd(43, 'x') })).status);
  }
  expect(guesses).toEqual([...Array.from({ length: 60 }, () => 404), 429]);

  const created = [];
  for (let tries = 0; tries < 51; tries += 1) {
    const { status, body } = await eve.call(contract.createInvite, { kind: 'friend' });
    created.push(status);
    if (status === 201) await eve.call(contract.revokeInvite, { id: body.invite._id });
  }
  expect(created).toEqual([...Array.from({ length: 50 }, () => 201), 429]);
});

test('[INV-5] visitors of one network open a limited number of links', async () => {
  const visitor = app.client();
  const statuses = new Set<number>();
  for (let tries = 0; tries < 301; tries += 1) {
    statuses.add((await visitor.call(contract.openInvite, { token: 'x'.repeat(43) })).status);
  }
  expect([...statuses]).toEqual([404, 429]);
});
