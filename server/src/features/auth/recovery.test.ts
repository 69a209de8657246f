import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { passwordResets } from '../../../test/password-resets.ts';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, anUnverifiedUser, anotherDevice, verificationToken } = people(app);
const { reset, resetToken } = passwordResets(app);

const newPassword = 'Changed1#';
const refused = { status: 400, body: { code: 'invalid_input', message: expect.stringMatching(/invalid or expired/) } };

const canLogIn = async (email: string, password: string) =>
  (await app.client().call(contract.login, { email, password })).status === 200;

test('[AUTH-13] a request gets the same answer for known and unknown addresses; the mail has a link with the configured URL', async () => {
  const { email } = await aVerifiedUser();
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  const ask = (address: string) =>
    app.client().send('POST', contract.forgotPassword.path, { body: { email: address }, headers });
  const [unknown, known] = [await ask('nobody@example.org'), await ask(email)];
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(unknown.body).toEqual(known.body);
  const [link] = (await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Reset'))).links;
  expect(link).toMatch(/^http:\/\/localhost:\d+\/reset-password\?token=[\w-]{43}$/);
  expect(app.mailbox.all().some((mail) => mail.to.includes('nobody@example.org'))).toBe(false);
});

describe('[AUTH-14] a reset link', () => {
  test('changes the password, ends every session, signs nobody in, works once and is reported by mail', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann, true);
    const token = await resetToken(ann);

    const client = app.client();
    const answer = await reset(token, newPassword, client);
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(client.cookies.has('session')).toBe(false);
    for (const session of [ann, phone]) expect((await session.call(contract.getSession, {})).status).toBe(401);
    expect(await canLogIn(ann.email, ann.password)).toBe(false);
    expect(await reset(token, 'Another1#')).toMatchObject(refused);
    expect(await canLogIn(ann.email, newPassword)).toBe(true);
    const mail = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.includes('changed'));
    expect(mail.text).toContain('was changed just now');
  });

  test('expires after 15 minutes by the database clock, is replaced by a newer one, is no verification link, but verifies the address', async () => {
    const ann = await anUnverifiedUser();
    expect(await reset(await verificationToken(ann.email), newPassword)).toMatchObject(refused);
    const [older, newer] = [await resetToken(ann), await resetToken(ann)];
    expect(await reset(older, newPassword)).toMatchObject(refused);
    expect((await app.client().call(contract.verifyEmail, { token: newer })).status).toBe(400);
    const longest = `Aa1#${'ü'.repeat(96)}`;
    expect((await reset(newer, longest)).status).toBe(200);
    expect((await ann.call(contract.getSession, {})).status).toBe(401);
    const answer = await app.client().call(contract.login, { email: ann.email, password: longest });
    expect(answer.body.user.isVerified).toBe(true);

    const [late, { sql }] = [await resetToken(ann), app.database];
    const [row] = await sql`
      select expires_at between now() + interval '14 minutes' and now() + interval '15 minutes' as is_right
      from one_time_tokens where user_id = ${ann.user.id} and purpose = 'reset-password'`;
    expect(row).toEqual({ isRight: true });
    await sql`update one_time_tokens set expires_at = now() where user_id = ${ann.user.id}`;
    expect(await reset(late, newPassword)).toMatchObject(refused);
  });

  test('[AUTH-312] is not used up by a weak or common password, and lets through one of many at the same moment', async () => {
    const token = await resetToken(await aVerifiedUser());
    const refusals = { weak: 'Password must be at least 8 characters', 'P@ssw0rd': contract.fieldTexts.passwordCommon };
    for (const [password, message] of Object.entries(refusals))
      expect(await reset(token, password)).toMatchObject({ status: 400, body: { fields: { newPassword: message } } });
    const answers = await Promise.all(['Parallel1#', 'Parallel2#', 'Parallel3#'].map((each) => reset(token, each)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400]);
  });

  test('that is made up, or of a deleted account, is refused', async () => {
    const ann = await aVerifiedUser();
    const token = await resetToken(ann);
    await app.database.sql`delete from users where id = ${ann.user.id}`;
    for (const made of [token, '', 'x', '*', '\0', 'a'.repeat(300), ['x'], { $ne: '' }]) {
      const answer = await app
        .client()
        .send('POST', contract.resetPassword.path, { body: { token: made, newPassword } });
      expect(answer).toMatchObject(refused);
    }
  });
});

test('[AUTH-18] neither passwords nor tokens can be read from the database', async () => {
  const [email, password] = ['canary@example.org', 'Canary1!'];
  const client = app.client();
  await client.call(contract.register, { name: 'Canary', email, password });
  const verification = await verificationToken(email);
  const secrets = [password, verification, await resetToken({ email }), client.cookies.get('session') ?? ''];
  const rows = await app.database.sql`
    select row_to_json(users)::text as row from users
    union all select row_to_json(sessions)::text from sessions
    union all select row_to_json(one_time_tokens)::text from one_time_tokens`;
  const dump = JSON.stringify(rows);
  for (const stored of [email, '$argon2id$v=19$']) expect(dump).toContain(stored);
  for (const secret of secrets.flatMap((text) => [text, Buffer.from(text).toString('hex')]))
    expect(dump).not.toContain(secret);
});
