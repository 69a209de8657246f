import { getSession, login, register, resendVerification, updateEmail, verifyEmail } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { answerDuring } from '../../../test/waiting-queries.ts';

const app = useTestApp();
const { anUnverifiedUser, aVerifiedUser, verificationToken } = people(app);
const { reset, resetToken } = passwordResets(app);

const invalid = { status: 400, body: { code: 'invalid_input', message: 'Token is invalid or expired, please resend' } };

const verify = (token: string, client = app.client()) => client.call(verifyEmail, { token });
const shownTo = async (person: Person) => (await person.call(getSession, {})).body.user;

describe('[AUTH-11] a verification link', () => {
  test('verifies its owner once, in any browser, and signs nobody in there', async () => {
    const [ann, bob] = [await anUnverifiedUser(), await anUnverifiedUser()];
    const token = await verificationToken(ann.email);
    expect((await verify(token, bob)).status).toBe(200);
    expect(await shownTo(ann)).toMatchObject({ isVerified: true });
    expect(await shownTo(bob)).toEqual(bob.user);
    expect(await verify(token, ann)).toMatchObject(invalid);

    const visitor = app.client();
    const bobs = await verificationToken(bob.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(bobs, visitor)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect((await visitor.call(getSession, {})).status).toBe(401);
  });

  test('is replaced by a newer one, and expires after 24 hours by the database clock', async () => {
    const [ann, bob] = [await anUnverifiedUser(), await anUnverifiedUser()];
    const older = await verificationToken(ann.email);
    const answer = await ann.call(resendVerification, {});
    expect(answer).toMatchObject({ status: 200, body: { message: 'Verification email sent successfully' } });
    const newer = await verificationToken(ann.email);
    expect(await verify(older)).toMatchObject(invalid);
    expect((await verify(newer)).status).toBe(200);

    const { sql } = app.database;
    const [row] = await sql`
      select expires_at between now() + interval '23 hours 59 minutes' and now() + interval '24 hours' as is_right
      from one_time_tokens where user_id = ${bob.user.id}`;
    expect(row).toEqual({ isRight: true });
    await sql`update one_time_tokens set expires_at = now() where user_id = ${bob.user.id}`;
    expect(await verify(await verificationToken(bob.email))).toMatchObject(invalid);
  });

  test('is not used up by another token, nor by a mail scanner that only GETs it', async () => {
    const ann = await anUnverifiedUser();
    const token = await verificationToken(ann.email);
    const changed = [token.slice(0, -1), `${token}x`, token.toUpperCase()];
    for (const other of [...changed, '', 'x', '*', '%00', "' or 1=1 --", 'a'.repeat(300)])
      expect(await verify(other)).toMatchObject(invalid);
    await app.client().send('GET', `/verify-email?token=${token}`);
    expect((await app.client().send('GET', `/api/auth/verify-email?token=${token}`)).status).toBe(404);
    expect([(await shownTo(ann)).isVerified, (await verify(token)).status]).toEqual([false, 200]);
  });
});

test('[SEC-20] requesting another mail is refused when the account is deleted at that moment', async () => {
  const ann = await anUnverifiedUser();
  const answer = await answerDuring(
    app,
    (tx) => tx`delete from users where id = ${ann.user.id}`,
    () => ann.call(resendVerification, {}),
    'one_time_tokens',
  );
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

describe('[AUTH-203] an address that is not verified', () => {
  test('can be corrected: the new one gets a mail and signs in, the old one is free again, and its links are void', async () => {
    const ann = await anUnverifiedUser();
    const { email: former, password } = ann;
    const logIn = async (email: string) => (await app.client().call(login, { email, password })).status;
    const [link, formerReset] = [await verificationToken(former), await resetToken(ann)];
    const email = `right-${former}`;
    const answer = await ann.call(updateEmail, { email: ` ${email.toUpperCase()} ` });
    expect(answer).toMatchObject({ status: 200, body: { user: { id: ann.user.id, email, isVerified: false } } });
    expect([await logIn(email), await logIn(former)]).toEqual([200, 401]);
    expect(await verify(link)).toMatchObject(invalid);
    expect((await reset(formerReset, 'Changed1#')).status).toBe(400);
    expect((await verify(await verificationToken(email))).status).toBe(200);
    expect(await shownTo(ann)).toMatchObject({ email, isVerified: true });
    expect((await app.client().call(register, { name: 'Owner', email: former, password })).status).toBe(201);
  });

  test('is not changed to a taken or malformed one, and not once it is verified', async () => {
    const [ann, bob] = [await anUnverifiedUser(), await aVerifiedUser()];
    const taken = { code: 'email_taken', fields: { email: 'Email is already registered' } };
    const change = (email: string) => ann.call(updateEmail, { email });
    expect(await change(bob.email.toUpperCase())).toMatchObject({ status: 409, body: taken });
    expect(await change('nobody')).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
    expect(await shownTo(ann)).toEqual(ann.user);
    expect((await verify(await verificationToken(ann.email))).status).toBe(200);

    for (const answer of [await change(`other-${ann.email}`), await ann.call(resendVerification, {})])
      expect(answer).toMatchObject({ status: 409, body: { code: 'already_verified' } });
    expect((await shownTo(ann)).email).toBe(ann.email);
  });

  test('is given to one of two people, and either verified or corrected, when both happen at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [ann, bob, cat] = [await anUnverifiedUser(), await anUnverifiedUser(), await anUnverifiedUser()];
      const wanted = { email: `wanted-${ann.email}` };
      const answers = await Promise.all([bob, cat].map((person) => person.call(updateEmail, wanted)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);

      const [token, email] = [await verificationToken(ann.email), `right-${ann.email}`];
      const [verified, corrected] = await Promise.all([verify(token), ann.call(updateEmail, { email })]);
      const isVerified = verified.status === 200;
      expect([verified.status, corrected.status]).toEqual(isVerified ? [200, 409] : [400, 200]);
      expect(await shownTo(ann)).toMatchObject({ isVerified, email: isVerified ? ann.email : email });
    }
  });
});
