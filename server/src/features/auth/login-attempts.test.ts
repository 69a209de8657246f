import { forgotPassword, resetPassword, updatePassword } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type DomainEvents, orderKeys } from '../../domain-events.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import { createTransact } from '../../platform/bus/transactions.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryRateLimiter } from '../../platform/rate-limiter.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { createDevices } from './devices.service.ts';
import { createLoginAttempts } from './login-attempts.ts';

const app = useTestApp();
const { aSignedUpUser } = people(app);

const network = '198.51.100.1';
const deviceOf = (person: Person) => person.cookies.get('device') ?? null;

/** Returns the browser in which the password was reset. */
async function resetPasswordOf({ email }: Person) {
  const browser = app.client();
  await browser.call(forgotPassword, { email });
  const mail = await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Reset'));
  await browser.call(resetPassword, { token: tokenIn(mail), newPassword: 'Changed1#' });
  return browser;
}

/** Login attempts with a clock that moves only by `passTime`. */
function createTries() {
  let now = 0;
  const bus = createInProcessBus<DomainEvents>(createLogger('silent'), orderKeys);
  const devices = createDevices({ database: app.database, transact: createTransact(app.database, bus) });
  const remember = async (...given: Parameters<typeof devices.remember>) => (await devices.remember(...given)).token;
  const begin = createLoginAttempts({ devices, limiter: createMemoryRateLimiter(() => now) });
  const refusedFor = ({ retryAfterSeconds }: { retryAfterSeconds: number }) => retryAfterSeconds;
  /** 0 for an attempt that is checked and found to be wrong. */
  const secondsToWait = async (origin: Parameters<typeof begin>[0]) => {
    const counted = await begin(origin).catch(refusedFor);
    if (typeof counted === 'number') return counted;
    return counted.beginCheck().then(
      () => 0,
      async (error: { retryAfterSeconds: number }) => {
        await counted.undo();
        return refusedFor(error);
      },
    );
  };
  const passTime = (ms: number) => void (now += ms);
  const isKnown = async (device: string, email: string) => (await devices.find(device, email)) !== null;
  return { begin, remember, isKnown, passTime, secondsToWait };
}

describe('[AUTH-200] a login attempt', () => {
  test('has to wait after three wrong passwords for the same account and network only', async () => {
    const { passTime, secondsToWait } = createTries();
    const origin = { email: 'ann@example.org', network, device: null };
    const tries = [];
    for (let tried = 0; tried < 4; tried += 1) tries.push(await secondsToWait(origin));
    expect(tries).toEqual([0, 0, 0, 1]);
    expect(await secondsToWait({ ...origin, network: '198.51.100.2' })).toBe(0);
    expect(await secondsToWait({ ...origin, email: 'bob@example.org' })).toBe(0);
    passTime(1000);
    expect([await secondsToWait(origin), await secondsToWait(origin)]).toEqual([0, 2]);
  });

  test('with the right password resets the wait; one that was never checked does not count', async () => {
    const { begin, secondsToWait } = createTries();
    const origin = { email: 'ann@example.org', network, device: null };
    for (let tried = 0; tried < 5; tried += 1) await (await begin(origin)).undo();
    for (let tried = 0; tried < 2; tried += 1) await begin(origin);
    await (await begin(origin)).succeed();
    const tries = [];
    for (let tried = 0; tried < 4; tried += 1) tries.push(await secondsToWait(origin));
    expect(tries).toEqual([0, 0, 0, 1]);
  });

  test('is refused after sixty wrong ones in ten minutes from one network, for any accounts', async () => {
    const { secondsToWait } = createTries();
    const tries = [];
    for (let index = 0; index < 61; index += 1) {
      tries.push(await secondsToWait({ email: `p${index}@example.org`, network, device: null }));
    }
    expect(tries).toEqual([...Array.from({ length: 60 }, () => 0), 600]);
  });

  test('[AUTH-260] that waits for its check does not count for its network: a class can sign in at once', async () => {
    const { begin, secondsToWait } = createTries();
    const aTry = (index: number) => begin({ email: `p${index}@example.org`, network, device: null });
    const counted = await Promise.all(Array.from({ length: 100 }, (_, index) => aTry(index)));
    for (const one of counted) {
      await one.beginCheck();
      await one.succeed();
      // As after a failure that follows a right password.
      await one.undo();
    }
    const tries = [];
    for (let index = 0; index < 61; index += 1) {
      tries.push(await secondsToWait({ email: `q${index}@example.org`, network, device: null }));
    }
    expect(tries).toEqual([...Array.from({ length: 60 }, () => 0), 600]);
  });
});

describe('[AUTH-201] a browser that signed in before', () => {
  test('has separate attempts in any network, as many as others have', async () => {
    const ann = await aSignedUpUser();
    const { secondsToWait } = createTries();
    const stranger = { email: ann.email, network, device: null };
    for (let tried = 0; tried < 3; tried += 1) await secondsToWait(stranger);
    expect(await secondsToWait(stranger)).toBe(1);

    const tries = [];
    for (const from of [network, network, '198.51.100.2', '198.51.100.3']) {
      tries.push(await secondsToWait({ email: ann.email, network: from, device: deviceOf(ann) }));
    }
    expect(tries).toEqual([0, 0, 0, 1]);
  });

  test('[AUTH-240] still has to wait when a sign-in to another account changes its token', async () => {
    const [victim, mallory] = [await aSignedUpUser(), await aSignedUpUser()];
    const { remember, secondsToWait } = createTries();
    const browser = deviceOf(victim);
    const guess = (device: string | null) => secondsToWait({ email: victim.email, network, device });
    for (let guessed = 0; guessed < 3; guessed += 1) await guess(browser);
    expect(await guess(browser)).toBe(1);
    const rotated = await remember(mallory.user.id, browser);
    expect(rotated).not.toBe(browser);
    expect(await guess(rotated)).toBe(1);
  });

  test('[AUTH-241] shares sixty wrong passwords in ten minutes with other browsers of the account', async () => {
    const ann = await aSignedUpUser();
    const { begin, remember, secondsToWait } = createTries();
    const tries = [];
    let device: string | null = null;
    for (let count = 0; count < 31; count += 1) {
      device = await remember(ann.user.id, null);
      for (let guessed = 0; guessed < 2; guessed += 1) {
        tries.push(await secondsToWait({ email: ann.email, network, device }));
      }
    }
    expect(tries).toEqual([...Array.from({ length: 60 }, () => 0), 600, 600]);
    // Other browsers are not affected.
    await begin({ email: ann.email, network, device: null });
  });

  test('can sign in after its network has used up its attempts', async () => {
    const ann = await aSignedUpUser();
    const { secondsToWait } = createTries();
    for (let index = 0; index < 60; index += 1) {
      await secondsToWait({ email: `p${index}@example.org`, network, device: null });
    }
    expect(await secondsToWait({ email: ann.email, network, device: null })).toBe(600);
    expect(await secondsToWait({ email: ann.email, network, device: deviceOf(ann) })).toBe(0);
  });

  test.each(['', 'x', '\0', 'a'.repeat(10_000)])('is not recognised by the token %j', async (device) => {
    const ann = await aSignedUpUser();
    const { secondsToWait } = createTries();
    for (let tried = 0; tried < 3; tried += 1) await secondsToWait({ email: ann.email, network, device: null });
    expect(await secondsToWait({ email: ann.email, network, device })).toBe(1);
  });

  test('is unknown to other accounts; two people can share it', async () => {
    const [ann, bob] = [await aSignedUpUser(), await aSignedUpUser()];
    const { remember, isKnown } = createTries();
    const device = deviceOf(ann) ?? '';
    expect([await isKnown(device, ann.email), await isKnown(device, bob.email)]).toEqual([true, false]);
    const shared = await remember(bob.user.id, device);
    expect(await isKnown(shared, ann.email)).toBe(true);
    expect(await isKnown(shared, bob.email)).toBe(true);
    expect(await isKnown(device, ann.email)).toBe(false);
  });

  test('is forgotten after 180 days, as the oldest of over twenty, and after a password reset elsewhere', async () => {
    const ann = await aSignedUpUser();
    const { remember, isKnown } = createTries();
    const first = deviceOf(ann) ?? '';
    const tokens = [];
    for (let count = 0; count < 20; count += 1) tokens.push(await remember(ann.user.id, null));
    expect(await isKnown(first, ann.email)).toBe(false);

    const [row] = await app.database.sql`
      select bool_and(expires_at between now() + interval '179 days' and now() + interval '180 days') as is_right
      from devices where user_id = ${ann.user.id}`;
    expect(row).toEqual({ isRight: true });
    const [second = '', third = ''] = tokens;
    await app.database.sql`
      update devices set expires_at = now() - interval '1 second' where user_id = ${ann.user.id} and token_hash = sha256(${second}::bytea)`;
    expect([await isKnown(second, ann.email), await isKnown(third, ann.email)]).toEqual([false, true]);

    await resetPasswordOf(ann);
    expect(await isKnown(third, ann.email)).toBe(false);
  });

  test('[AUTH-243] includes one in which the password was reset', async () => {
    const ann = await aSignedUpUser();
    const browser = await resetPasswordOf(ann);
    expect(await createTries().isKnown(browser.cookies.get('device') ?? '', ann.email)).toBe(true);
  });

  test('[AUTH-242] is forgotten when the password changes: its user may have known the old one', async () => {
    const { isKnown } = createTries();
    const ann = await aSignedUpUser();
    const device = deviceOf(ann) ?? '';
    expect(await isKnown(device, ann.email)).toBe(true);
    await ann.call(updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
    expect(await isKnown(device, ann.email)).toBe(false);
  });
});
