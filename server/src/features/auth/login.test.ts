import { getSession, getUser, login, logout, updateProfile } from '@chat-app/contract';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';

const app = useTestApp();
const { aVerifiedUser, anUnverifiedUser, anotherDevice } = people(app);

const sessionCookie = (headers: Headers) => headers.getSetCookie().find((line) => line.startsWith('session='));

test('[AUTH-5] [AUTH-10] the address is found regardless of case, also of an unverified user; a wrong password and an unknown address get the same answer', async () => {
  const ann = await anUnverifiedUser();
  const wrong = await app.client().call(login, { email: ann.email, password: 'Wrong1!x' });
  const unknown = await app.client().call(login, { email: 'nobody@example.org', password: 'Wrong1!x' });
  const message = 'Email or password is incorrect';
  expect(wrong).toMatchObject({ status: 401, body: { code: 'bad_credentials', message } });
  expect(unknown.body).toEqual(wrong.body);
  expect(sessionCookie(wrong.headers)).toBeUndefined();
  const fields = { email: 'Email is required', password: 'Password must be at most 100 characters' };
  const malformed = await app.client().call(login, { email: '', password: 'x'.repeat(101) });
  expect(malformed).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } });

  const client = app.client();
  const { status, body } = await client.call(login, { ...ann, email: ` ${ann.email.toUpperCase()} ` });
  expect([status, body.user]).toEqual([200, ann.user]);
  expect((await client.call(updateProfile, { name: 'Ann Other' })).status).toBe(200);
  const refused = { status: 403, body: { code: 'not_verified' } };
  expect(await client.call(getUser, { id: ann.user.id })).toMatchObject(refused);
});

test('[AUTH-6] signing in ends the previous session of the browser, so a planted one is useless', async () => {
  const [mallory, ann, victim] = [await aVerifiedUser(), await aVerifiedUser(), app.client()];
  const planted = mallory.cookies.get('session') ?? '';
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
  const { email, password } = ann;
  const signIn = () => untilAnswered(() => app.client().call(login, { email, password }));
  const stored = () => app.database.sql<{ passwordHash: string }[]>`
    select password_hash from users where id = ${ann.user.id}`;
  // Three devices at once.
  expect((await Promise.all([signIn(), signIn(), signIn()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  const renewed = await stored();
  expect(renewed).toEqual([{ passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/) }]);
  expect((await signIn()).status).toBe(200);
  expect(await stored()).toEqual(renewed);
});

describe('[AUTH-8] a session', () => {
  test('[AUTH-7] ends with the browser, at last 24 hours or, remembered, 30 days after its last use, by the clock of the database', async () => {
    const ann = await aVerifiedUser();
    const cookieOf = async (isRemember: boolean) =>
      sessionCookie((await app.client().call(login, { email: ann.email, password: ann.password, isRemember })).headers);
    expect(await cookieOf(false)).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await cookieOf(true)).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const remembered = await anotherDevice(ann, true);
    const { sql } = app.database;
    const lifetimes = await sql`
      select distinct is_remembered, extract(epoch from expires_at - last_used_at)::int / 3600 as hours
      from sessions where user_id = ${ann.user.id} order by hours`;
    expect(lifetimes).toEqual([
      { isRemembered: false, hours: 24 },
      { isRemembered: true, hours: 720 },
    ]);

    await sql`
      update sessions set last_used_at = now() - interval '20 days', expires_at = now() + interval '10 days'
      where user_id = ${ann.user.id}`;
    expect(sessionCookie((await remembered.call(getSession, {})).headers)).toContain('Max-Age=2592000');
    const renewed = await sql`
      select is_remembered from sessions where user_id = ${ann.user.id} and expires_at > now() + interval '29 days'`;
    expect(renewed).toEqual([{ isRemembered: true }]);

    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${ann.user.id}`;
    expect(await remembered.call(getSession, {})).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });

  test('is one of at most twenty: the least recently used is removed first', async () => {
    const ann = await aVerifiedUser();
    for (let device = 0; device < 20; device += 1) await anotherDevice(ann);
    expect((await ann.call(getSession, {})).status).toBe(401);
    expect(await app.database.sql`select from sessions where user_id = ${ann.user.id}`).toHaveLength(20);
  });
});

test('[AUTH-8] [AUTH-9] logging out ends only this session, and works without one; a made-up token opens none', async () => {
  const ann = await aVerifiedUser();
  const phone = await anotherDevice(ann);
  const token = ann.cookies.get('session') ?? '';

  const answer = await ann.call(logout, {});
  expect(answer.status).toBe(200);
  expect(ann.cookies.has('session')).toBe(false);
  for (const used of [token, '', 'x', 'a'.repeat(43), '../../etc', '%00']) {
    const thief = app.client();
    thief.cookies.set('session', used);
    const { status, headers } = await thief.call(getSession, {});
    expect([used, status, sessionCookie(headers)]).toEqual([used, 401, undefined]);
  }
  expect((await phone.call(getSession, {})).status).toBe(200);
  expect((await app.client().call(logout, {})).status).toBe(200);
});
