import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { withDeadline } from './deadline.ts';
import { type AppError, rateLimited, unavailable } from './errors.ts';
import { createPasswords, type Passwords } from './passwords.ts';

let passwords: Passwords;
beforeAll(async () => {
  passwords = await createPasswords();
});
afterAll(() => passwords.close());
afterEach(() => void vi.useRealTimers());

const somebody = { group: '198.51.100.1' };

describe('[SEC-8] a password', () => {
  test('is checked in its own thread, with and without an account', async () => {
    const owner = { passwordHash: await passwords.hash('Secret1!', somebody) };
    expect(owner.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(passwords.isOutdated(owner.passwordHash)).toBe(false);
    expect(await passwords.findAndVerify('Secret1!', async () => owner, somebody)).toBe(owner);
    expect(await passwords.findAndVerify('Secret2!', async () => owner, somebody)).toBeNull();
    expect(await passwords.findAndVerify('Secret1!', async () => null, somebody)).toBeNull();
    expect(await passwords.matches('Secret1!', owner.passwordHash, somebody)).toBe(true);
    expect(await passwords.matches('nobody has this password', null, somebody)).toBe(false);
  });

  test('that cannot be compared fails, and the next one is checked as usual', async () => {
    await expect(passwords.matches('Secret1!', 'no hash at all', somebody)).rejects.toThrow('Decoding failed');
    const hash = await passwords.hash('Secret1!', somebody);
    expect(await passwords.matches('Secret1!', hash, somebody)).toBe(true);
    expect(passwords.depth()).toBe(0);
  });
});

test('[AUTH-260] waiting for hashing is not subject to the usual deadline, but the work afterwards is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const others = Promise.all(Array.from({ length: 8 }, () => passwords.hash('Secret1!', somebody)));
  const waiting = withDeadline(50, () => passwords.findAndVerify('Secret1!', async () => null, somebody));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await waiting).toBeNull();

  const hashed = createGate();
  const late = withDeadline(50, async () => {
    await passwords.hash('Secret1!', somebody);
    hashed.open();
    await new Promise(() => {});
  });
  await Promise.all([expect(late).rejects.toThrow('busy'), hashed.opened.then(() => vi.advanceTimersByTimeAsync(50))]);
  await others;
});

test('[AUTH-262] a hanging database is waited for once, not by each request in turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refusals: AppError[] = [];
  let lookups = 0;
  const hang = () => {
    lookups += 1;
    return new Promise<never>(() => {});
  };
  const logins = Array.from({ length: 13 }, () =>
    passwords.findAndVerify('Secret1!', hang, somebody).catch((error: AppError) => refusals.push(error)),
  );
  await vi.advanceTimersByTimeAsync(2500);
  expect(refusals.map(({ code }) => code)).toEqual(logins.map(() => 'unavailable'));
  const untouchedCount = refusals.filter(({ extra }) => extra['isUntouched'] === true).length;
  expect(untouchedCount).toBeGreaterThanOrEqual(10);
  // Requests refused while waiting have not queried the database.
  expect(lookups).toBe(logins.length - untouchedCount);
  expect(passwords.depth()).toBe(0);
});

test('[AUTH-262] an unavailable database refuses the waiting requests, a rate-limited caller does not', async () => {
  const [first, others] = [{ group: 'a' }, { group: 'b' }];
  const refuse = (reason: Error) => async () => Promise.reject(reason);
  const attempt = (reason: Error) => passwords.findAndVerify('Secret1!', refuse(reason), first).catch(() => null);
  const waiting = () => Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('Secret1!', others)));
  const statuses = async (outcomes: ReturnType<typeof waiting>) =>
    new Set((await outcomes).map(({ status }) => status));
  const [, allowed] = [attempt(rateLimited(1000)), waiting()];
  expect(await statuses(allowed)).toEqual(new Set(['fulfilled']));
  const [, refused] = [attempt(unavailable()), waiting()];
  expect(await statuses(refused)).toContain('rejected');
});
