import { getSession, googleLogin, login } from '@chat-app/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { type GoogleToken, startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { hashToken } from '../../platform/tokens.ts';
import { deviceRepository } from './devices.repository.ts';

const clientId = 'our-client.apps.example';
const google = await startGoogleStandIn();
afterAll(() => google.stop());

const app = useOwnTestApp(() => ({ GOOGLE_CLIENT_ID: clientId, GOOGLE_API_URL: google.url }));
const { aVerifiedUser, anUnverifiedUser, verificationToken } = people(app);

let count = 0;
function aToken(token: Partial<GoogleToken> = {}) {
  count += 1;
  const accessToken = `token-${count}`;
  const email = `google${count}@example.org`;
  google.addToken(accessToken, {
    aud: clientId,
    sub: `sub-${count}`,
    email,
    email_verified: true,
    name: 'Gina Lee',
    ...token,
  });
  return { accessToken, email: token.email ?? email };
}

const enter = (accessToken: string, client = app.client()) => client.call(googleLogin, { access_token: accessToken });
const refused = { status: 401, body: { code: 'bad_credentials', message: 'Google login failed' } };

describe('[AUTH-17] signing in with Google', () => {
  test('creates a verified account the first time and finds it the second time', async () => {
    const { accessToken, email } = aToken();
    const first = await enter(accessToken);
    expect(first).toMatchObject({ status: 200, body: { user: { name: 'Gina Lee', email, isVerified: true } } });
    const again = app.client();
    expect((await enter(accessToken, again)).body.user.id).toBe(first.body.user.id);
    expect((await again.call(getSession, {})).status).toBe(200);
  });

  test('remembers the session when asked to', async () => {
    const { accessToken } = aToken();
    const answer = await app.client().call(googleLogin, { access_token: accessToken, isRemember: true });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('session='))).toContain('Max-Age=2592000');
  });

  test('keeps the account when the address at Google changes: the subject decides', async () => {
    const first = await enter(aToken({ sub: 'moved', email: 'old@example.org' }).accessToken);
    const second = await enter(aToken({ sub: 'moved', email: 'new@example.org' }).accessToken);
    expect(second.body.user).toEqual(first.body.user);
  });

  test('links an account whose address was verified; its password keeps working', async () => {
    const ann = await aVerifiedUser();
    const answer = await enter(aToken({ email: ann.email }).accessToken);
    expect(answer.body.user).toEqual(ann.user);
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(200);
  });

  test('takes over an account that was never verified and revokes its password, links and sessions', async () => {
    const squatter = await anUnverifiedUser({ name: 'Squatter' });
    const link = await verificationToken(squatter.email);
    const answer = await enter(aToken({ email: squatter.email }).accessToken);
    expect(answer.body.user).toMatchObject({ id: squatter.user.id, name: 'Gina Lee', isVerified: true });
    expect((await squatter.call(getSession, {})).status).toBe(401);
    expect((await app.client().call(login, { email: squatter.email, password: squatter.password })).status).toBe(401);
    expect((await app.client().send('POST', `/api/auth/verify-email?token=${link}`)).status).toBe(400);
  });

  test('[AUTH-242] takes over an account and forgets the browsers known to it', async () => {
    const squatter = await anUnverifiedUser({ name: 'Squatter' });
    const device = squatter.cookies.get('device') ?? '';
    expect(await deviceRepository.find(app.database.sql, hashToken(device), squatter.email)).not.toBeNull();
    await enter(aToken({ email: squatter.email }).accessToken);
    expect(await deviceRepository.find(app.database.sql, hashToken(device), squatter.email)).toBeNull();
  });

  test('twice at the same moment creates one account', async () => {
    const { accessToken } = aToken();
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(accessToken)));
    expect(new Set(answers.map((answer) => answer.body.user?.id)).size).toBe(1);
  });

  test.each<[string, Partial<GoogleToken>]>([
    ['a token made for another site', { aud: 'other-client' }],
    ['an address Google has not verified', { email_verified: false }],
  ])('refuses %s', async (_, token) => {
    expect(await enter(aToken(token).accessToken)).toMatchObject(refused);
  });

  test('refuses a token without the e-mail scope', async () => {
    google.addToken('no-mail', { aud: clientId, sub: 'no-mail' });
    expect(await enter('no-mail')).toMatchObject(refused);
  });

  test('refuses a token that Google does not know', async () => {
    expect(await enter('forged')).toMatchObject(refused);
  });

  test('refuses an address that belongs to another Google account', async () => {
    const { email } = aToken();
    await enter(aToken({ sub: 'one', email }).accessToken);
    expect(await enter(aToken({ sub: 'two', email }).accessToken)).toMatchObject(refused);
  });

  test('ignores an address in the request', async () => {
    const ann = await aVerifiedUser();
    const { accessToken, email } = aToken();
    const answer = await app.client().send('POST', '/api/auth/google', {
      body: { access_token: accessToken, email: ann.email, sub: 'x' },
    });
    expect(answer.body).toMatchObject({ user: { email } });
  });

  test.each([{}, { access_token: '' }, { access_token: ['x'] }, { access_token: 'x'.repeat(5000) }])(
    'with %j is refused as malformed',
    async (body) => {
      expect((await app.client().send('POST', '/api/auth/google', { body })).status).toBe(400);
    },
  );

  test('asks an account without a password to set one with the reset link', async () => {
    const client = app.client();
    await enter(aToken().accessToken, client);
    const answer = await client.send('PUT', '/api/auth/update/password', {
      body: { oldPassword: 'Whatever1!', newPassword: 'Changed1#' },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('Forgot password') } });
  });

  test('reduces an unusual name to a clean one of at most thirty characters', async () => {
    const answer = await enter(aToken({ name: `\u202e${'Gina '.repeat(20)}` }).accessToken);
    expect(answer.body.user.name).toBe('Gina Gina Gina Gina Gina Gina');
  });

  test.each([undefined, '', 'Google99@Example.org', 'google99@example.org (Gina)'])(
    '[SEC-300] does not make a name from the address when the name is %j',
    async (name) => {
      const { accessToken } = aToken({ email: 'google99@example.org', sub: `sub-${name}`, name: name as string });
      const client = app.client();
      expect((await enter(accessToken, client)).body.user.name).toBe('New user');
      await app.database.sql`delete from users where email = 'google99@example.org'`;
    },
  );

  test('answers as unavailable while Google does not respond', async () => {
    google.stopResponding();
    expect(await enter('anything')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});
