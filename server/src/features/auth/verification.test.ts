import {
  forgotPassword,
  getSession,
  getUser,
  login,
  register,
  resendVerification,
  resetPassword,
  updateEmail,
  updateProfile,
  verifyEmail,
} from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { people, tokenIn } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { anUnverifiedUser, aVerifiedUser, verificationToken } = people(app);

const invalid = { status: 400, body: { code: 'invalid_input', message: 'Token is invalid or expired, please resend' } };

describe('[AUTH-11] a verification link', () => {
  test('verifies once', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    expect((await ann.call(verifyEmail, { token })).status).toBe(200);
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(true);
    expect(await ann.call(verifyEmail, { token })).toMatchObject(invalid);
  });

  test('works in a browser without a session, and signs nobody in there', async () => {
    const ann = await anUnverifiedUser();
    const other = app.client();
    expect((await other.call(verifyEmail, { token: await verificationToken(ann.email) })).status).toBe(200);
    expect((await other.call(getSession, {})).status).toBe(401);
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(true);
  });

  test('opened by somebody else verifies its owner and does not affect that session', async () => {
    const ann = await anUnverifiedUser();
    const bob = await anUnverifiedUser();
    await bob.call(verifyEmail, { token: await verificationToken(ann.email) });
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(true);
    expect((await bob.call(getSession, {})).body.user).toEqual(bob.user);
  });

  test('expires after 24 hours by the database clock', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    const { sql } = app.database;
    const [row] =
      await sql`select expires_at between now() + interval '23 hours 59 minutes' and now() + interval '24 hours' as is_right from one_time_tokens where user_id = ${ann.user.id}`;
    expect(row).toEqual({ isRight: true });
    await sql`update one_time_tokens set expires_at = now() where user_id = ${ann.user.id}`;
    expect(await ann.call(verifyEmail, { token })).toMatchObject(invalid);
  });

  test('is replaced by a newer one', async () => {
    const ann = await anUnverifiedUser();
    const older = await verificationToken(ann.email);
    expect(await ann.call(resendVerification, {})).toMatchObject({
      status: 200,
      body: { message: 'Verification email sent successfully' },
    });
    const newer = await verificationToken(ann.email);
    expect(await ann.call(verifyEmail, { token: older })).toMatchObject(invalid);
    expect((await ann.call(verifyEmail, { token: newer })).status).toBe(200);
  });

  test('opened twice at the same moment lets one through', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => app.client().call(verifyEmail, { token })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  });

  test.each(['', 'x', '*', '%00', "' or 1=1 --", 'a'.repeat(300)])('with the token %j is refused', async (token) => {
    expect(await app.client().send('POST', `/api/auth/verify-email?token=${encodeURIComponent(token)}`)).toMatchObject(
      invalid,
    );
  });

  test('is refused when shortened, lengthened or in another case, and still works unmodified', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    for (const other of [token.slice(0, -1), `${token}x`, token.toUpperCase()]) {
      expect(await ann.call(verifyEmail, { token: other })).toMatchObject(invalid);
    }
    expect((await ann.call(verifyEmail, { token })).status).toBe(200);
  });

  test('is not used up by a mail scanner that only GETs it', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    await app.client().send('GET', `/verify-email?token=${token}`);
    expect((await app.client().send('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(404);
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(false);
  });
});

describe('[AUTH-12] requesting another verification mail', () => {
  test('is refused once the address is verified', async () => {
    const ann = await aVerifiedUser();
    expect(await ann.call(resendVerification, {})).toMatchObject({ status: 409, body: { code: 'already_verified' } });
  });

  test('[SEC-20] is refused when the account is deleted at that moment', async () => {
    const ann = await anUnverifiedUser();
    const resent = await app.database.transaction(async (tx) => {
      await tx`delete from users where id = ${ann.user.id}`;
      const waiting = ann.call(resendVerification, {});
      await vi.waitFor(async () => {
        const waits = await app.database.sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%one_time_tokens%'`;
        expect(waits).toHaveLength(1);
      });
      return { waiting };
    });
    expect(await resent.waiting).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('survives a mail server that refuses twice', async () => {
    const ann = await anUnverifiedUser();
    await verificationToken(ann.email);
    app.mailbox.rejectNext(1);
    await ann.call(resendVerification, {});
    const mail = await app.mailbox.mailTo(ann.email);
    expect((await ann.call(verifyEmail, { token: tokenIn(mail) })).status).toBe(200);
  });
});

describe('[AUTH-10] an unverified person', () => {
  test('may view and edit their account and log in again', async () => {
    const ann = await anUnverifiedUser();
    expect((await ann.call(getSession, {})).status).toBe(200);
    expect((await ann.call(updateProfile, { name: 'Ann Other' })).status).toBe(200);
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(200);
  });

  test('may do nothing else', async () => {
    const ann = await anUnverifiedUser();
    expect(await ann.call(getUser, { id: ann.user.id })).toMatchObject({ status: 403, body: { code: 'not_verified' } });
    expect(await ann.send('POST', '/api/tools/upload/image')).toMatchObject({
      status: 403,
      body: { code: 'not_verified' },
    });
  });
});

describe('[AUTH-203] an address that is not verified', () => {
  const mistyped = () => anUnverifiedUser();

  test('can be corrected: the new one gets a mail and can sign in, the old one is free again', async () => {
    const ann = await mistyped();
    const email = `right-${ann.email}`;
    const answer = await ann.call(updateEmail, { email: ` ${email.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: ann.user.id, email, isVerified: false } } });
    expect((await app.client().call(login, { email, password: ann.password })).status).toBe(200);
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(401);
    expect((await app.client().call(verifyEmail, { token: await verificationToken(email) })).status).toBe(200);
    expect((await ann.call(getSession, {})).body.user).toMatchObject({ email, isVerified: true });
    const { name, password } = { name: 'Owner', password: ann.password };
    expect((await app.client().call(register, { name, email: ann.email, password })).status).toBe(201);
  });

  test('invalidates every link that was mailed to the old one when it is corrected', async () => {
    const ann = await mistyped();
    const token = await verificationToken(ann.email);
    await app.client().call(forgotPassword, { email: ann.email });
    const resetMail = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset'));
    await ann.call(updateEmail, { email: `right-${ann.email}` });
    expect(await app.client().call(verifyEmail, { token })).toMatchObject(invalid);
    const reset = { token: tokenIn(resetMail), newPassword: 'Changed1#' };
    expect((await app.client().call(resetPassword, reset)).status).toBe(400);
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(false);
  });

  test('cannot be changed to a taken one, regardless of case, and stays unchanged', async () => {
    const [ann, bob] = [await mistyped(), await aVerifiedUser()];
    expect(await ann.call(updateEmail, { email: bob.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', fields: { email: 'Email is already registered' } },
    });
    expect((await ann.call(getSession, {})).body.user.email).toBe(ann.email);
    expect((await ann.call(verifyEmail, { token: await verificationToken(ann.email) })).status).toBe(200);
  });

  test('is given to only one of two people who want it at the same moment', async () => {
    const [ann, bob] = [await mistyped(), await mistyped()];
    const email = `wanted-${ann.email}`;
    const answers = await Promise.all([ann, bob].map((person) => person.call(updateEmail, { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is either verified or corrected when both happen at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ann = await mistyped();
      const token = await verificationToken(ann.email);
      const email = `right-${ann.email}`;
      const [verified, corrected] = await Promise.all([
        app.client().call(verifyEmail, { token }),
        ann.call(updateEmail, { email }),
      ]);
      const { user } = (await ann.call(getSession, {})).body;
      const isVerified = verified.status === 200;
      expect([verified.status, corrected.status]).toEqual(isVerified ? [200, 409] : [400, 200]);
      expect(user).toMatchObject({ isVerified, email: isVerified ? ann.email : email });
    }
  });

  test('cannot be changed once it is verified', async () => {
    const ann = await aVerifiedUser();
    expect(await ann.call(updateEmail, { email: `other-${ann.email}` })).toMatchObject({
      status: 409,
      body: { code: 'already_verified' },
    });
    expect((await ann.call(getSession, {})).body.user.email).toBe(ann.email);
  });

  test.each([{}, { email: '' }, { email: ['a@b.org'] }, { email: 'nobody' }, { email: `${'a'.repeat(60)}@b.org` }])(
    'is not corrected to %j',
    async (body) => {
      const ann = await mistyped();
      const answer = await ann.send('PUT', updateEmail.path, { body });
      expect(answer).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
    },
  );
});
