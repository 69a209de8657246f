import { forgotPassword, getSession, login, register, resetPassword, verifyEmail } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, anUnverifiedUser, anotherDevice, verificationToken } = people(app);

const newPassword = 'Changed1#';
const refused = { status: 400, body: { code: 'invalid_input', message: expect.stringMatching(/invalid or expired/) } };

async function resetTokenOf(person: Person) {
  await app.client().call(forgotPassword, { email: person.email });
  return tokenIn(await app.mailbox.mailTo(person.email, (mail) => mail.subject.startsWith('Reset')));
}

const canLogIn = async (email: string, password: string) =>
  (await app.client().call(login, { email, password })).status === 200;

describe('[AUTH-13] requesting a reset link', () => {
  test('gets the same response for known and unknown addresses', async () => {
    const ann = await aVerifiedUser();
    const known = await app.client().call(forgotPassword, { email: ann.email });
    const unknown = await app.client().call(forgotPassword, { email: 'nobody@example.org' });
    expect(known.status).toBe(200);
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    await app.mailbox.mailTo(ann.email, (mail) => mail.subject.startsWith('Reset'));
    expect(app.mailbox.all().some((mail) => mail.to.includes('nobody@example.org'))).toBe(false);
  });

  test('sends a link with the configured URL, regardless of the host of the request', async () => {
    const ann = await aVerifiedUser();
    const answer = await app.client().send('POST', '/api/auth/forgot-password', {
      body: { email: ann.email },
      headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    });
    expect(answer.status).toBe(200);
    const mail = await app.mailbox.mailTo(ann.email, (candidate) => candidate.subject.startsWith('Reset'));
    expect(mail.links[0]).toMatch(/^http:\/\/localhost:\d+\/reset-password\?token=[\w-]{43}$/);
  });

  test.each([{}, { email: '' }, { email: 'x' }, { email: ['a@b.org', 'c@d.org'] }])(
    'with %j is refused',
    async (body) => {
      expect((await app.client().send('POST', '/api/auth/forgot-password', { body })).status).toBe(400);
    },
  );
});

describe('[AUTH-14] a reset link', () => {
  test('changes the password, ends every session, signs nobody in and works once', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann, true);
    const token = await resetTokenOf(ann);

    const client = app.client();
    const answer = await client.call(resetPassword, { token, newPassword });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(client.cookies.has('session')).toBe(false);
    expect((await ann.call(getSession, {})).status).toBe(401);
    expect((await phone.call(getSession, {})).status).toBe(401);
    expect(await canLogIn(ann.email, ann.password)).toBe(false);
    expect(await canLogIn(ann.email, newPassword)).toBe(true);
    expect(await client.call(resetPassword, { token, newPassword: 'Another1#' })).toMatchObject(refused);
    expect(await canLogIn(ann.email, newPassword)).toBe(true);
  });

  test('notifies the owner by mail that the password was changed', async () => {
    const ann = await aVerifiedUser();
    await app.client().call(resetPassword, { token: await resetTokenOf(ann), newPassword });
    const mail = await app.mailbox.mailTo(ann.email, (candidate) => candidate.subject.includes('changed'));
    expect(mail.text).toContain('was changed just now');
  });

  test('expires after 15 minutes by the database clock', async () => {
    const ann = await aVerifiedUser();
    const token = await resetTokenOf(ann);
    const { sql } = app.database;
    const [row] =
      await sql`select expires_at between now() + interval '14 minutes' and now() + interval '15 minutes' as is_right from one_time_tokens where user_id = ${ann.user.id} and purpose = 'reset-password'`;
    expect(row).toEqual({ isRight: true });
    await sql`update one_time_tokens set expires_at = now() where user_id = ${ann.user.id}`;
    expect(await app.client().call(resetPassword, { token, newPassword })).toMatchObject(refused);
  });

  test('is replaced by a newer one', async () => {
    const ann = await aVerifiedUser();
    const older = await resetTokenOf(ann);
    const newer = await resetTokenOf(ann);
    expect(await app.client().call(resetPassword, { token: older, newPassword })).toMatchObject(refused);
    expect((await app.client().call(resetPassword, { token: newer, newPassword })).status).toBe(200);
  });

  test('used twice at the same moment lets one through', async () => {
    const ann = await aVerifiedUser();
    const token = await resetTokenOf(ann);
    const answers = await Promise.all(
      ['Parallel1#', 'Parallel2#', 'Parallel3#'].map((password) =>
        app.client().call(resetPassword, { token, newPassword: password }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400]);
  });

  test('is not used up by a password that is too weak', async () => {
    const ann = await aVerifiedUser();
    const token = await resetTokenOf(ann);
    expect(await app.client().call(resetPassword, { token, newPassword: 'weak' })).toMatchObject({
      status: 400,
      body: { fields: { newPassword: 'Password must be at least 8 characters' } },
    });
    expect((await app.client().call(resetPassword, { token, newPassword })).status).toBe(200);
  });

  test('is not interchangeable with a verification link', async () => {
    const ann = await anUnverifiedUser();
    const verification = await verificationToken(ann.email);
    expect(await app.client().call(resetPassword, { token: verification, newPassword })).toMatchObject(refused);
    const reset = await resetTokenOf(ann);
    expect((await app.client().call(verifyEmail, { token: reset })).status).toBe(400);
  });

  test.each(['', 'x', '*', '\0', 'a'.repeat(300), ['x'], { $ne: '' }])(
    'with the token %j is refused',
    async (token) => {
      const answer = await app.client().send('POST', '/api/auth/reset-password', { body: { token, newPassword } });
      expect(answer).toMatchObject(refused);
    },
  );

  test('of a deleted account is refused', async () => {
    const ann = await aVerifiedUser();
    const token = await resetTokenOf(ann);
    await app.database.sql`delete from users where id = ${ann.user.id}`;
    expect(await app.client().call(resetPassword, { token, newPassword })).toMatchObject(refused);
  });

  test('verifies the address, and gives an account that somebody squatted on to its owner', async () => {
    const squatter = await anUnverifiedUser();
    const token = await resetTokenOf(squatter);
    await app.client().call(resetPassword, { token, newPassword });
    expect((await squatter.call(getSession, {})).status).toBe(401);
    const owner = app.client();
    const answer = await owner.call(login, { email: squatter.email, password: newPassword });
    expect(answer.body.user.isVerified).toBe(true);
  });

  test('accepts passwords of up to a hundred characters, and so does the login', async () => {
    const ann = await aVerifiedUser();
    const longest = `Aa1#${'ü'.repeat(96)}`;
    await app.client().call(resetPassword, { token: await resetTokenOf(ann), newPassword: longest });
    expect(await canLogIn(ann.email, longest)).toBe(true);
  });
});

test('[AUTH-18] neither passwords nor tokens can be read from the database', async () => {
  const password = 'Canary1!';
  const client = app.client();
  await client.call(register, { name: 'Canary', email: 'canary@example.org', password });
  const verification = await verificationToken('canary@example.org');
  await client.call(forgotPassword, { email: 'canary@example.org' });
  const reset = tokenIn(await app.mailbox.mailTo('canary@example.org', (mail) => mail.subject.startsWith('Reset')));
  const session = client.cookies.get('session') ?? '';

  const { sql } = app.database;
  const rows =
    await sql`select row_to_json(users)::text as row from users union all select row_to_json(sessions)::text from sessions union all select row_to_json(one_time_tokens)::text from one_time_tokens`;
  const dump = JSON.stringify(rows);
  expect(dump).toContain('canary@example.org');
  expect(dump).toContain('$argon2id$v=19$');
  for (const secret of [password, verification, reset, session]) {
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
  }
});
