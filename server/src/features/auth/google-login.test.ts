import * as contract from '@chat-app/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { type GoogleToken, startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { afterTest } from '../../../test/after-test.ts';
import { people } from '../../../test/people.ts';
import { codeAt, turnOnSecondFactor } from '../../../test/second-factors.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { hashToken } from '../../platform/tokens.ts';
import { deviceRepository } from './devices.repository.ts';

const clientId = 'our-client.apps.example';
const google = await startGoogleStandIn();
afterAll(() => google.stop());

const app = useOwnTestApp(() => ({ GOOGLE_CLIENT_ID: clientId, GOOGLE_API_URL: google.url }));
const { anAdministrator, aVerifiedUser, anUnverifiedUser, verificationToken } = people(app);

let count = 0;
function aToken(token: Partial<GoogleToken> = {}) {
  const id = `google${(count += 1)}`;
  const email = token.email ?? `${id}@example.org`;
  google.addToken(id, { aud: clientId, sub: id, email, email_verified: true, name: 'Gina Lee', ...token });
  return { accessToken: id, email };
}

const enter = (accessToken: string, client = app.client()) =>
  client.call(contract.googleLogin, { access_token: accessToken });
const sessionCookie = (headers?: Headers) => headers?.getSetCookie().find((line) => line.startsWith('session='));
const refused = { status: 401, body: { code: 'bad_credentials', message: 'Google login failed' } };

describe('[AUTH-17] signing in with Google', () => {
  test('creates one verified account, which stays when the address at Google changes; remembers the session if asked', async () => {
    const { accessToken, email } = aToken({ sub: 'moved' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => untilAnswered(() => enter(accessToken))));
    const { user } = answers[0]?.body ?? {};
    expect(user).toMatchObject({ name: 'Gina Lee', email, isVerified: true });
    answers.push(await enter(aToken({ sub: 'moved', email: 'new@example.org' }).accessToken));
    const again = app.client();
    answers.push(await again.call(contract.googleLogin, { access_token: accessToken, isRemember: true }));
    expect(answers.map(({ body }) => body.user)).toEqual(answers.map(() => user));
    expect(sessionCookie(answers.at(-1)?.headers)).toContain('Max-Age=2592000');
    expect((await again.call(contract.getSession, {})).status).toBe(200);
  });

  test('links an account whose address was verified; its password keeps working', async () => {
    const ann = await aVerifiedUser();
    expect((await enter(aToken({ email: ann.email }).accessToken)).body.user).toEqual(ann.user);
    expect((await app.client().call(contract.login, ann)).status).toBe(200);
  });

  test('[AUTH-242] takes over an account that was never verified: its password, links, sessions and browsers are void', async () => {
    const squatter = await anUnverifiedUser({ name: 'Squatter' });
    const link = await verificationToken(squatter.email);
    const device = hashToken(squatter.cookies.get('device') ?? '');
    const isKnown = async () => (await deviceRepository.find(app.database.sql, device, squatter.email)) !== null;
    expect(await isKnown()).toBe(true);
    const answer = await enter(aToken({ email: squatter.email }).accessToken);
    expect(answer.body.user).toMatchObject({ id: squatter.user.id, name: 'Gina Lee', isVerified: true });
    expect(await isKnown()).toBe(false);
    expect((await squatter.call(contract.getSession, {})).status).toBe(401);
    expect((await app.client().call(contract.login, squatter)).status).toBe(401);
    expect((await app.client().call(contract.verifyEmail, { token: link })).status).toBe(400);
  });

  test('refuses a token for another site, of an unverified or unknown address, and one that Google does not know', async () => {
    google.addToken('no-mail', { aud: clientId, sub: 'no-mail' });
    const { accessToken, email } = aToken();
    await enter(accessToken);
    const tokens = {
      'of another site': aToken({ aud: 'other-client' }).accessToken,
      'unverified address': aToken({ email_verified: false }).accessToken,
      'without the e-mail scope': 'no-mail',
      forged: 'forged',
      'of nobody': aToken({ sub: '' }).accessToken,
      'address of another Google account': aToken({ email }).accessToken,
    };
    for (const [kind, token] of Object.entries(tokens)) {
      const { status, body } = await enter(token);
      expect({ kind, status, body }).toMatchObject({ kind, ...refused });
    }
  });

  test('[SEC-300] makes a clean name of at most thirty characters, none from the address, and no password, which the reset link sets', async () => {
    const client = app.client();
    const shown = async (name?: string, email?: string) => {
      const { accessToken } = aToken({ name: name as string, ...(email !== undefined && { email }) });
      return (await enter(accessToken, client)).body.user.name;
    };
    expect(await shown(`\u202e${'Gina '.repeat(20)}`)).toBe('Gina Gina Gina Gina Gina Gina');
    const address = 'a.lee@example.org';
    for (const given of [
      [],
      [''],
      ['Ｄeleted Account'],
      [address.toUpperCase(), address],
      ['b@example.org (Gina)', 'b@example.org'],
    ])
      expect(await shown(...given)).toBe('New user');
    const answer = await client.call(contract.updatePassword, { oldPassword: 'Whatever1!', newPassword: 'Changed1#' });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('Forgot password') } });
  });

  test('[ADM-6] [AUTH-322] takes the second step as well, and a suspended account gets no session', async () => {
    const [admin, ann, client] = [await anAdministrator(), await aVerifiedUser(), app.client()];
    const { accessToken } = aToken({ email: ann.email });
    const { secret } = await turnOnSecondFactor(ann);
    const first = await client.call(contract.googleLogin, { access_token: accessToken, isRemember: true });
    const { code, ticket } = first.body as unknown as { code: string; ticket: string };
    expect([first.status, code, client.cookies.has('session')]).toEqual([401, 'second_factor_required', false]);
    const { headers } = await client.call(contract.secondFactorLogin, { ticket, code: codeAt(secret) });
    expect(sessionCookie(headers)).toContain('Max-Age=2592000');

    const bob = await aVerifiedUser();
    await admin.call(contract.suspendPerson, { id: bob.user.id });
    const suspended = { status: 403, body: { message: 'This account has been suspended' } };
    expect(await enter(aToken({ email: bob.email }).accessToken)).toMatchObject(suspended);
    expect(await app.database.sql`select from sessions where user_id = ${bob.user.id}`).toEqual([]);
  });

  test('answers as unavailable while Google does not respond', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    // A clock that is fifty times faster.
    const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
    afterTest(() => clock.mockRestore());
    google.stopResponding();
    expect(await enter('anything')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  });
});
