import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('[SEC-8] of many logins at once, those that are refused were never looked up', async () => {
  const passwords = await createPasswords();
  const owner = { passwordHash: await passwords.hash('Secret1!') };
  let lookups = 0;
  const find = async () => {
    lookups += 1;
    return owner;
  };
  const logins = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.prove('Secret1!', find)));
  const refused = logins.filter(({ status }) => status === 'rejected').length;
  expect(refused).toBeGreaterThanOrEqual(8);
  expect(lookups).toBe(60 - refused);
  expect(await passwords.prove('Secret2!', find)).toBeNull();
  expect(await passwords.prove('Secret1!', async () => null)).toBeNull();
});
