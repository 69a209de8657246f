import { getSession, login, register, resendVerification, updateEmail, verifyEmail } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { passwordResets } from '../../../test/password-resets.ts';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAQueryWaits } from '../../../test/waiting-queries.ts';

const app = useTestApp();
const { anUnverifiedUser, aVerifiedUser, verificationToken } = people(app);
const { reset, resetToken } = passwordResets(app);

const invalid = { status: 400, body: { code: 'invalid_input', message: 'Token is invalid or expired, please resend' } };

describe('[AUTH-11] a verification link', () => {
  test('verifies its owner once, in any browser, and signs nobody in there', async () => {
    const [ann, bob] = [await anUnverifiedUser(), await anUnverifiedUser()];
    const token = await verificationToken(ann.email);
    expect((await bob.call(verifyEmail, { token })).status).toBe(200);
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(true);
    expect((await bob.call(getSession, {})).body.user).toEqual(bob.user);
    expect(await ann.call(verifyEmail, { token })).toMatchObject(invalid);

    const visitor = app.client();
    expect((await visitor.call(verifyEmail, { token: await verificationToken(bob.email) })).status).toBe(200);
    expect((await visitor.call(getSession, {})).status).toBe(401);
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
    const answer = await ann.call(resendVerification, {});
    expect(answer).toMatchObject({ status: 200, body: { message: 'Verification email sent successfully' } });
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

  test('is not used up by another token, nor by a mail scanner that only GETs it', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    const changed = [token.slice(0, -1), `${token}x`, token.toUpperCase()];
    for (const other of [...changed, '', 'x', '*', '%00', "' or 1=1 --", 'a'.repeat(300)]) {
      const path = `/api/auth/verify-email?token=${encodeURIComponent(other)}`;
      expect(await app.client().send('POST', path)).toMatchObject(invalid);
    }
    await app.client().send('GET', `/verify-email?token=${token}`);
    expect((await app.client().send('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(404);
    expect((await ann.call(getSession, {})).body.user.isVerified).toBe(false);
    expect((await ann.call(verifyEmail, { token })).status).toBe(200);
  });
});

test('[SEC-20] requesting another mail is refused when the account is deleted at that moment', async () => {
  const ann = await anUnverifiedUser();
  const resent = await app.database.transaction(async (tx) => {
    await tx`delete from users where id = ${ann.user.id}`;
    const waiting = ann.call(resendVerification, {});
    await untilAQueryWaits(app);
    return { waiting };
  });
  expect(await resent.waiting).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

describe('[AUTH-203] an address that is not verified', () => {
  test('can be corrected: the new one gets a mail and signs in, the old one is free again, and its links are void', async () => {
    const ann = await anUnverifiedUser();
    const [former, formerReset] = [await verificationToken(ann.email), await resetToken(ann)];
    const email = `right-${ann.email}`;
    const answer = await ann.call(updateEmail, { email: ` ${email.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: ann.user.id, email, isVerified: false } } });
    expect((await app.client().call(login, { email, password: ann.password })).status).toBe(200);
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(401);
    expect(await app.client().call(verifyEmail, { token: former })).toMatchObject(invalid);
    expect((await reset(formerReset, 'Changed1#')).status).toBe(400);
    expect((await app.client().call(verifyEmail, { token: await verificationToken(email) })).status).toBe(200);
    expect((await ann.call(getSession, {})).body.user).toMatchObject({ email, isVerified: true });
    const { name, password } = { name: 'Owner', password: ann.password };
    expect((await app.client().call(register, { name, email: ann.email, password })).status).toBe(201);
  });

  test('is not changed to a taken or malformed one, and not once it is verified', async () => {
    const [ann, bob] = [await anUnverifiedUser(), await aVerifiedUser()];
    expect(await ann.call(updateEmail, { email: bob.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', fields: { email: 'Email is already registered' } },
    });
    for (const email of [undefined, '', ['a@b.org'], 'nobody', `${'a'.repeat(60)}@b.org`]) {
      const answer = await ann.send('PUT', updateEmail.path, { body: { email } });
      expect(answer).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
    }
    expect((await ann.call(getSession, {})).body.user).toEqual(ann.user);
    expect((await ann.call(verifyEmail, { token: await verificationToken(ann.email) })).status).toBe(200);

    const tooLate = { status: 409, body: { code: 'already_verified' } };
    expect(await ann.call(updateEmail, { email: `other-${ann.email}` })).toMatchObject(tooLate);
    expect(await ann.call(resendVerification, {})).toMatchObject(tooLate);
    expect((await ann.call(getSession, {})).body.user.email).toBe(ann.email);
  });

  test('is given to only one of two people who want it at the same moment', async () => {
    const [ann, bob] = [await anUnverifiedUser(), await anUnverifiedUser()];
    const email = `wanted-${ann.email}`;
    const answers = await Promise.all([ann, bob].map((person) => person.call(updateEmail, { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is either verified or corrected when both happen at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ann = await anUnverifiedUser();
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
});
