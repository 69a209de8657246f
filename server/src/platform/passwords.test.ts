import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';
import { createPasswords, type Passwords } from './passwords.ts';

let passwords: Passwords;
beforeAll(async () => {
  passwords = await createPasswords();
});
afterAll(() => passwords.close());

const somebody = { group: '198.51.100.1' };

describe('[SEC-8] a password', () => {
  test('is checked in its own thread, with and without an account', async () => {
    const owner = { passwordHash: await passwords.hash('Secret1!', somebody) };
    expect(owner.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(passwords.isOutdated(owner.passwordHash)).toBe(false);
    expect(await passwords.prove('Secret1!', async () => owner, somebody)).toBe(owner);
    expect(await passwords.prove('Secret2!', async () => owner, somebody)).toBeNull();
    expect(await passwords.prove('Secret1!', async () => null, somebody)).toBeNull();
    expect(await passwords.matches('Secret1!', owner.passwordHash, somebody)).toBe(true);
    expect(await passwords.matches('nobody has this password', null, somebody)).toBe(false);
  });

  test('that cannot be compared fails, and the next one is checked as ever', async () => {
    await expect(passwords.matches('Secret1!', 'no hash at all', somebody)).rejects.toThrow('Decoding failed');
    const hash = await passwords.hash('Secret1!', somebody);
    expect(await passwords.matches('Secret1!', hash, somebody)).toBe(true);
    expect(passwords.depth()).toBe(0);
  });
});

describe('[AUTH-260] a request that waits for hashing', () => {
  test('is not ended by the usual deadline meanwhile, but by the database afterwards', async () => {
    const others = Promise.all(Array.from({ length: 8 }, () => passwords.hash('Secret1!', somebody)));
    const waiting = withDeadline(50, () => passwords.prove('Secret1!', async () => null, somebody));
    expect(await waiting).toBeNull();
    const late = withDeadline(50, async () => {
      await passwords.hash('Secret1!', somebody);
      await pause(5000, null, { ref: false });
    });
    await expect(late).rejects.toThrow('busy');
    await others;
  });
});
