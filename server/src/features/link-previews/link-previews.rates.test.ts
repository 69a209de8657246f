import { getForeignImage, getLinkPreview } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aVerifiedUser } = people(app);

test.each([
  [getLinkPreview, 60],
  [getForeignImage, 120],
])('[PRV-9] each person has a limit per minute, which does not affect others', async (endpoint, limit) => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const ask = () => ann.call(endpoint, { url: 'http://127.0.0.1/' });
  const answers = await Promise.all(Array.from({ length: limit }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(await bob.call(endpoint, { url: 'http://127.0.0.1/' })).toMatchObject({ status: 400 });
});
