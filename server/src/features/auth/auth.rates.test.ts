import * as contract from '@chat-app/contract';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { beginLogin, codeAt, completeLogin, turnOnSecondFactor, wrongCode } from '../../../test/second-factors.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }));
const { aSignedUpUser, anUnverifiedUser, aVerifiedUser } = people(app);

const refusal = (message: RegExp) => ({
  status: 429,
  body: { code: 'rate_limited', message: expect.stringMatching(message) },
});
const limited = refusal(/try again in \d+ (second|minute)/);
const delayed = refusal(/^Too many tries\. Try again in \d+ seconds?, or reset your password\.$/);

const sendFrom = (address: string, path: string, body: object, from = app.client()) =>
  from.send('POST', path, { body, headers: { 'x-forwarded-for': address } });
const loginFrom = (address: string, email: string, password: string, from = app.client()) =>
  sendFrom(address, '/api/auth/login', { email, password }, from);

/** Returns those that were refused without being checked. */
async function guessAtOnce(count: number, address: (index: number) => string, email: string) {
  const guesses = Array.from({ length: count }, (_, index) => loginFrom(address(index), email, 'Wrong1!x'));
  return (await Promise.all(guesses)).filter(({ status }) => status !== 401);
}

test('[AUTH-200] wrong passwords sent fifty at once are refused after about three, with or without an account, from the address that the trusted proxy sees', async () => {
  const [ann, bob] = [await aSignedUpUser(), await aSignedUpUser()];
  for (const email of [ann.email, ann.email, 'nobody@example.org']) {
    const refused = await guessAtOnce(50, () => '198.51.100.3', email);
    expect(refused.length).toBeGreaterThan(40);
    for (const answer of refused) {
      expect(answer).toMatchObject(delayed);
      expect(answer.body.message).toContain(`${answer.headers.get('retry-after')} second`);
    }
  }
  // They do not count against the network, nor do right ones.
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect((await loginFrom('198.51.100.3', bob.email, bob.password)).status).toBe(200);
  const refused = await guessAtOnce(10, (index) => `203.0.113.${index}, 198.51.100.3`, bob.email);
  expect(refused.length).toBeGreaterThan(0);
});

test('[AUTH-201] in a browser that signed in before, its owner signs in while others guess, and gets a new token, stored as a hash', async () => {
  const ann = await aSignedUpUser();
  await guessAtOnce(10, () => '198.51.100.21', ann.email);
  await guessAtOnce(10, (index) => `203.0.113.${index}`, ann.email);
  expect((await loginFrom('198.51.100.21', ann.email, ann.password, ann)).status).toBe(200);

  const planted = 'a'.repeat(43);
  ann.cookies.set('device', planted);
  const { headers } = await loginFrom('198.51.100.27', ann.email, ann.password, ann);
  const cookie = headers.getSetCookie().find((line) => line.startsWith('device='));
  expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = ann.cookies.get('device') ?? '';
  expect(token).not.toBe(planted);
  const rows = await app.database.sql<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from devices where user_id = ${ann.user.id}`;
  expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(token).digest('hex'));
  await ann.call(contract.logout, {});
  expect(ann.cookies.get('device')).toBe(token);
});

test('[AUTH-19] the account dialog allows five wrong guesses of the current password', async () => {
  const ann = await aSignedUpUser();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await ann.call(contract.updatePassword, { oldPassword: 'Wrong1!x', newPassword: 'Changed1#' });
  }
  const right = await ann.call(contract.updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
  expect(right).toMatchObject(limited);
});

test('[AUTH-12] [AUTH-203] another verification mail, and a correction of the address, wait 30 seconds; refused ones do not count', async () => {
  const [ann, bob] = [await anUnverifiedUser(), await aSignedUpUser()];
  const answer = await ann.call(contract.resendVerification, {});
  expect(answer).toMatchObject(limited);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(20);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(answer.body.message).toContain(`${seconds} seconds`);

  const correct = (email: string) => ann.call(contract.updateEmail, { email });
  const statuses = [(await correct(bob.email)).status, (await correct(`right-${ann.email}`)).status];
  expect(statuses).toEqual([409, 200]);
  expect(await correct(`better-${ann.email}`)).toMatchObject(limited);
});

test('[AUTH-13] a reset mail can be requested again after 60 seconds, for known and unknown addresses', async () => {
  const ann = await aSignedUpUser();
  for (const email of [ann.email, 'nobody@example.org']) {
    expect((await app.client().call(contract.forgotPassword, { email })).status).toBe(200);
    const again = await app.client().call(contract.forgotPassword, { email: email.toUpperCase() });
    expect(again).toMatchObject(limited);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
  }
});

test('[AUTH-19] [AUTH-203] registrations from one network are limited, and corrections of an address with them', async () => {
  const ann = await anUnverifiedUser();
  const register = () => sendFrom('198.51.100.77', '/api/auth/register', {});
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 100; attempt += 1) statuses.add((await register()).status);
  expect([...statuses]).toEqual([400]);
  expect(await register()).toMatchObject(limited);
  const correction = { body: { email: `right-${ann.email}` }, headers: { 'x-forwarded-for': '198.51.100.77' } };
  expect(await ann.send('PUT', contract.updateEmail.path, correction)).toMatchObject(limited);
});

test('[SEC-6] without a session, or with a guessed token, a network has three hundred answers a minute', async () => {
  const ask = (address: string, headers: Record<string, string> = {}) =>
    app.client().send('GET', contract.getSession.path, { headers: { 'x-forwarded-for': address, ...headers } });
  const guess = (address: string) => ask(address, { cookie: 'session=x' });
  const network = '2001:db8:1:2::1';
  const statuses: number[] = [];
  // More at once would have to wait for the database, and on a busy machine too long.
  while (statuses.length < 310) {
    const answers = Array.from({ length: 10 }, (_, index) => (index < 5 ? ask(network) : guess(network)));
    statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
  }
  expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([300, 10]);
  expect((await ask('2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await ask('2001:db8:1:3::1')).status).toBe(401);
});

/** Uses up what an account allows in this browser. */
async function useUpGuesses(person: Person, client = app.client()) {
  for (let round = 0; round < 2; round += 1) {
    const { ticket } = await beginLogin(client, person);
    for (let tried = 0; tried < 5; tried += 1) await completeLogin(client, ticket, wrongCode);
  }
  const { ticket } = await beginLogin(client, person);
  return { try: (code: string) => completeLogin(client, ticket, code) };
}

test('[AUTH-323] guessing codes is limited per account; known browsers and recovery codes still work', async () => {
  const ann = await aSignedUpUser();
  const { secret, recoveryCodes } = await turnOnSecondFactor(ann);
  const stranger = await useUpGuesses(ann);
  expect((await stranger.try(codeAt(secret))).status).toBe(429);
  // Ann's own browser signed in before.
  const own = await beginLogin(ann, ann);
  expect((await completeLogin(own.client, own.ticket, codeAt(secret))).status).toBe(200);
  // What was limited used up no try.
  for (let tried = 0; tried < 6; tried += 1) await stranger.try(wrongCode);
  expect((await stranger.try(recoveryCodes[0] ?? '')).status).toBe(200);
});

test('[AUTH-323] so is guessing when it is turned on, and a stranger in a known browser locks out no other', async () => {
  const ann = await aVerifiedUser();
  // Signed in before two-step login was turned on.
  const { client: known } = await beginLogin(app.client(), ann);
  const { secret } = await turnOnSecondFactor(ann);
  expect((await (await useUpGuesses(ann, known)).try(wrongCode)).status).toBe(429);
  const own = await beginLogin(ann, ann);
  expect((await completeLogin(own.client, own.ticket, codeAt(secret))).status).toBe(200);

  const bob = await aVerifiedUser();
  const { body } = await bob.call(contract.setUpTotp, { password: bob.password });
  for (let tried = 0; tried < 10; tried += 1) await bob.call(contract.confirmTotp, { code: wrongCode });
  expect((await bob.call(contract.confirmTotp, { code: codeAt(body.secret) })).status).toBe(429);
});

test('[AUTH-325] mails about new browsers are limited, and the links of the first ones stay valid', async () => {
  const ann = await aVerifiedUser();
  for (let count = 0; count < 12; count += 1) await beginLogin(app.client(), ann);
  await ann.call(contract.forgotPassword, { email: ann.email });
  await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset'));
  const mails = app.mailbox.all().filter(({ to, subject }) => to === ann.email && subject.startsWith('New sign-in'));
  expect(mails).toHaveLength(10);
  const token = tokenIn(mails[0] ?? { links: [] });
  expect((await app.client().call(contract.resetPassword, { token, newPassword: 'Another1!y' })).status).toBe(200);
});
