import { getSession, login, logout } from '@chat-app/contract';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, anUnverifiedUser, anotherDevice } = people(app);

const sessionCookie = (headers: Headers) => headers.getSetCookie().find((line) => line.startsWith('session='));

test('[AUTH-5] a wrong password and an unknown address get the same answer', async () => {
  const ann = await aVerifiedUser();
  const wrong = await app.client().call(login, { email: ann.email, password: 'Wrong1!x' });
  const unknown = await app.client().call(login, { email: 'nobody@example.org', password: 'Wrong1!x' });
  expect(wrong).toMatchObject({
    status: 401,
    body: { code: 'bad_credentials', message: 'Email or password is incorrect' },
  });
  expect(unknown.body).toEqual(wrong.body);
  expect(sessionCookie(wrong.headers)).toBeUndefined();
});

test('[AUTH-5] the address is found regardless of case', async () => {
  const ann = await aVerifiedUser();
  const answer = await app.client().call(login, { email: ` ${ann.email.toUpperCase()} `, password: ann.password });
  expect(answer).toMatchObject({ status: 200, body: { user: { id: ann.user.id, email: ann.email } } });
});

test('[AUTH-10] an unverified person can sign in, and the response shows it', async () => {
  const ann = await anUnverifiedUser();
  const answer = await app.client().call(login, { email: ann.email, password: ann.password });
  expect(answer).toMatchObject({ status: 200, body: { user: { isVerified: false } } });
});

test('[AUTH-6] signing in ends the previous session of the browser, so a planted one is useless', async () => {
  const mallory = await aVerifiedUser();
  const ann = await aVerifiedUser();
  const planted = mallory.cookies.get('session') ?? '';
  const victim = app.client();
  victim.cookies.set('session', planted);
  await victim.call(login, { email: ann.email, password: ann.password });

  expect(victim.cookies.get('session')).not.toBe(planted);
  expect((await victim.call(getSession, {})).body.user.id).toBe(ann.user.id);
  expect((await mallory.call(getSession, {})).status).toBe(401);
});

test('[AUTH-18] a hash with outdated costs is replaced at the next sign-in', async () => {
  const ann = await aVerifiedUser();
  const weak = await hash(ann.password, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await app.database.sql`update users set password_hash = ${weak} where id = ${ann.user.id}`;
  const signIn = () => app.client().call(login, { email: ann.email, password: ann.password });
  const stored = async () => {
    const [row] = await app.database.sql<{ passwordHash: string }[]>`
      select password_hash from users where id = ${ann.user.id}`;
    return row?.passwordHash;
  };
  // Three devices at once.
  expect((await Promise.all([signIn(), signIn(), signIn()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  const renewed = await stored();
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
  expect((await signIn()).status).toBe(200);
  expect(await stored()).toBe(renewed);
});

describe('[AUTH-7] the session cookie', () => {
  test('lasts as long as the browser, without remember-me', async () => {
    const ann = await aVerifiedUser();
    const { headers } = await app.client().call(login, { email: ann.email, password: ann.password });
    expect(sessionCookie(headers)).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('lasts thirty days with it', async () => {
    const ann = await aVerifiedUser();
    const { headers } = await app.client().call(login, { email: ann.email, password: ann.password, isRemember: true });
    expect(sessionCookie(headers)).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});

describe('[AUTH-8] a session', () => {
  test.each([
    [false, '24 hours'],
    [true, '30 days'],
  ])('with remember-me %s ends %s after its last use, by the database clock', async (isRemember, idle) => {
    const ann = await anotherDevice(await aVerifiedUser(), isRemember);
    const { sql } = app.database;
    const [session] = await sql`
      select expires_at - last_used_at = ${idle}::interval as is_right from sessions where user_id = ${ann.user.id} and is_remembered = ${isRemember}
      order by created_at desc limit 1`;
    expect(session).toEqual({ isRight: true });

    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${ann.user.id}`;
    expect(await ann.call(getSession, {})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('is renewed on use, and so is its remembered cookie', async () => {
    const ann = await anotherDevice(await aVerifiedUser(), true);
    const { sql } = app.database;
    await sql`update sessions set last_used_at = now() - interval '20 days', expires_at = now() + interval '10 days' where user_id = ${ann.user.id}`;
    const answer = await ann.call(getSession, {});
    expect(sessionCookie(answer.headers)).toContain('Max-Age=2592000');
    const [row] =
      await sql`select bool_or(expires_at > now() + interval '29 days') as is_renewed from sessions where user_id = ${ann.user.id}`;
    expect(row).toEqual({ isRenewed: true });
  });

  test('is one of at most twenty: the least recently used is removed first', async () => {
    const ann = await aVerifiedUser();
    for (let device = 0; device < 20; device += 1) await anotherDevice(ann);
    expect((await ann.call(getSession, {})).status).toBe(401);
    expect(await app.database.sql`select count(*)::int as open from sessions where user_id = ${ann.user.id}`).toEqual([
      { open: 20 },
    ]);
  });

  test.each(['', 'x', 'a'.repeat(43), '../../etc', '%00'])('cannot be obtained with the token %j', async (token) => {
    const client = app.client();
    client.cookies.set('session', token);
    const answer = await client.call(getSession, {});
    expect(answer.status).toBe(401);
    expect(sessionCookie(answer.headers)).toBeUndefined();
  });
});

test('[AUTH-9] logging out ends only this session, and works without one', async () => {
  const ann = await aVerifiedUser();
  const phone = await anotherDevice(ann);
  const token = ann.cookies.get('session') ?? '';

  const answer = await ann.call(logout, {});
  expect(answer.status).toBe(200);
  expect(ann.cookies.has('session')).toBe(false);
  const thief = app.client();
  thief.cookies.set('session', token);
  expect((await thief.call(getSession, {})).status).toBe(401);
  expect((await phone.call(getSession, {})).status).toBe(200);
  expect((await app.client().call(logout, {})).status).toBe(200);
});

describe('[AUTH-5] a malformed login is refused before any hashing', () => {
  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [
      { email: ['a@b.org'], password: { $gt: '' } },
      { email: 'Email is not valid', password: 'Password is required' },
    ],
    [{ email: 'a@b.org', password: 'x'.repeat(101) }, { password: 'Password must be at most 100 characters' }],
    [{ email: 'a\0@b.org', password: 'x' }, { email: 'Email is not valid' }],
  ])('%j', async (body, fields) => {
    const answer = await app.client().send('POST', '/api/auth/login', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });
  });

  test('a megabyte of password', async () => {
    const answer = await app
      .client()
      .send('POST', '/api/auth/login', { body: { email: 'a@b.org', password: 'x'.repeat(1e6) } });
    expect(answer.status).toBe(413);
  });
});
