import { updatePassword } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type DomainEvents, orderKeys } from '../../domain-events.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import { createTransact } from '../../platform/bus/transactions.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryRateLimiter } from '../../platform/rate-limiter.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { createDevices } from './devices.service.ts';
import { createLoginAttempts } from './login-attempts.ts';

const app = useTestApp();
const { aSignedUpUser } = people(app);
const { reset, resetToken } = passwordResets(app);

const network = '198.51.100.1';
const deviceOf = (person: Person) => person.cookies.get('device') ?? null;

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
    const refused = await counted.beginCheck().then(() => 0, refusedFor);
    if (refused > 0) await counted.undo();
    return refused;
  };
  const tries = async (count: number, originOf: (index: number) => Parameters<typeof begin>[0]) => {
    const waits = [];
    for (let index = 0; index < count; index += 1) waits.push(await secondsToWait(originOf(index)));
    return waits;
  };
  const passTime = (ms: number) => void (now += ms);
  const isKnown = async (device: string, email: string) => (await devices.find(device, email)) !== null;
  return { begin, remember, isKnown, passTime, secondsToWait, tries };
}

const sixtyChecked = [...Array.from({ length: 60 }, () => 0), 600];
const strangersTo = (email: string) => ({ email, network, device: null });

describe('[AUTH-200] a login attempt', () => {
  test('has to wait after three wrong passwords for the same account and network, until the right one; unchecked ones do not count', async () => {
    const { begin, passTime, secondsToWait, tries } = createTries();
    const origin = strangersTo('ann@example.org');
    expect(await tries(4, () => origin)).toEqual([0, 0, 0, 1]);
    expect(await secondsToWait({ ...origin, network: '198.51.100.2' })).toBe(0);
    expect(await secondsToWait({ ...origin, email: 'bob@example.org' })).toBe(0);
    passTime(1000);
    expect(await tries(2, () => origin)).toEqual([0, 2]);

    const next = strangersTo('cat@example.org');
    for (let tried = 0; tried < 5; tried += 1) await (await begin(next)).undo();
    for (let tried = 0; tried < 2; tried += 1) await begin(next);
    await (await begin(next)).succeed();
    expect(await tries(4, () => next)).toEqual([0, 0, 0, 1]);
  });

  test('[AUTH-260] is refused after sixty wrong ones in ten minutes from one network; a class can sign in at once', async () => {
    const { begin, tries } = createTries();
    const pupils = Array.from({ length: 100 }, (_, index) => begin(strangersTo(`p${index}@example.org`)));
    for (const counted of await Promise.all(pupils)) {
      await counted.beginCheck();
      await counted.succeed();
      // As after a failure that follows a right password.
      await counted.undo();
    }
    expect(await tries(61, (index) => strangersTo(`q${index}@example.org`))).toEqual(sixtyChecked);
  });
});

describe('[AUTH-201] a browser that signed in before', () => {
  test('has separate attempts in any network, also when others have used up those of its network', async () => {
    const ann = await aSignedUpUser();
    const { secondsToWait, tries } = createTries();
    await tries(60, (index) => strangersTo(`p${index}@example.org`));
    expect(await secondsToWait(strangersTo(ann.email))).toBe(600);
    const networks = [network, network, '198.51.100.2', '198.51.100.3'];
    const fromOwn = (index: number) => ({ email: ann.email, network: networks[index] ?? '', device: deviceOf(ann) });
    expect(await tries(4, fromOwn)).toEqual([0, 0, 0, 1]);
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
    const { begin, remember, tries } = createTries();
    const waits: number[] = [];
    while (waits.length < 62) {
      const device = await remember(ann.user.id, null);
      waits.push(...(await tries(2, () => ({ email: ann.email, network, device }))));
    }
    expect(waits).toEqual([...sixtyChecked, 600]);
    // Other browsers are not affected.
    await begin(strangersTo(ann.email));
  });

  test('is unknown to other accounts, with a token that changes, and is forgotten after 180 days and as the oldest of over twenty', async () => {
    const [ann, bob] = [await aSignedUpUser(), await aSignedUpUser()];
    const { remember, isKnown } = createTries();
    const first = deviceOf(ann) ?? '';
    expect([await isKnown(first, ann.email), await isKnown(first, bob.email)]).toEqual([true, false]);
    // Two people can share it.
    const shared = await remember(bob.user.id, first);
    expect([await isKnown(shared, ann.email), await isKnown(shared, bob.email)]).toEqual([true, true]);
    for (const token of [first, '', 'x', '\0', 'a'.repeat(10_000)])
      expect([token, await isKnown(token, ann.email)]).toEqual([token, false]);

    const tokens: string[] = [];
    for (let count = 0; count < 20; count += 1) tokens.push(await remember(ann.user.id, null));
    expect(await isKnown(shared, ann.email)).toBe(false);
    const [second = '', third = ''] = tokens;
    const { sql } = app.database;
    const lifetimes = await sql`
      select bool_and(expires_at between now() + interval '179 days' and now() + interval '180 days') as are_right
      from devices where user_id = ${ann.user.id}`;
    expect(lifetimes).toEqual([{ areRight: true }]);
    await sql`
      update devices set expires_at = now() - interval '1 second'
      where user_id = ${ann.user.id} and token_hash = sha256(${second}::bytea)`;
    expect([await isKnown(second, ann.email), await isKnown(third, ann.email)]).toEqual([false, true]);
  });

  test('[AUTH-242] [AUTH-243] is forgotten when the password changes, except one in which it was reset', async () => {
    const [ann, bob] = [await aSignedUpUser(), await aSignedUpUser()];
    const { isKnown } = createTries();
    const knows = (browser: Pick<Person, 'cookies'>, { email }: Person) =>
      isKnown(browser.cookies.get('device') ?? '', email);
    expect([await knows(ann, ann), await knows(bob, bob)]).toEqual([true, true]);
    const formerDevice = new Map(ann.cookies);
    await ann.call(updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
    expect(await knows({ cookies: formerDevice }, ann)).toBe(false);
    const browser = app.client();
    await reset(await resetToken(bob), 'Changed1#', browser);
    expect([await knows(bob, bob), await knows(browser, bob)]).toEqual([false, true]);
  });
});
