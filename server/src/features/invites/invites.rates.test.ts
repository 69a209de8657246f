import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aVerifiedUser } = people(app);

async function statusesOf(count: number, ask: (index: number) => Promise<number>) {
  const statuses = [];
  for (let index = 0; index < count; index += 1) statuses.push(await ask(index));
  return statuses;
}
const allBut = (count: number, status: number) => [...Array.from({ length: count }, () => status), 429];

test('[INV-5] guessing links, opening and creating them are limited', async () => {
  const [eve, visitor] = [await aVerifiedUser(), app.client()];
  const accept = async (index: number) =>
    (await eve.call(contract.acceptInvite, { token: `${index}`.padEnd(43, 'x') })).status;
  expect(await statusesOf(61, accept)).toEqual(allBut(60, 404));
  const open = async () => (await visitor.call(contract.openInvite, { token: 'x'.repeat(43) })).status;
  expect(await statusesOf(301, open)).toEqual(allBut(300, 404));
  const create = async () => {
    const { status, body } = await eve.call(contract.createInvite, { kind: 'friend' });
    if (status === 201) await eve.call(contract.revokeInvite, { id: body.invite._id });
    return status;
  };
  expect(await statusesOf(51, create)).toEqual(allBut(50, 201));
});
