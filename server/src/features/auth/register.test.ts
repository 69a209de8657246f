import { fieldTexts, getSession, type OutputOf, register } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';

const app = useTestApp();
const ann = { name: 'Ann Lee', email: 'Ann@Example.org', password: 'Secret1!' };

test('[AUTH-1] [AUTH-4] signing up ignores fields that a person may not set, opens a session and sends a link with the public URL', async () => {
  const client = app.client();
  const id = '00000000-0000-7000-8000-000000000000';
  const others = { isVerified: true, verifiedAt: '2020-01-01', id, _id: id, role: 'admin', isAdmin: true };
  const { status, body } = await client.send('POST', register.path, { body: { ...ann, ...others } });
  expect(status).toBe(201);
  const { user } = body as unknown as OutputOf<typeof register>;
  expect(user.id).not.toBe(id);
  expect(user).toEqual({
    _id: user.id,
    id: user.id,
    name: 'Ann Lee',
    email: 'ann@example.org',
    avatar: `/api/avatars/${user.id}.svg`,
    isVerified: false,
    hasSecondFactor: false,
    isAdmin: false,
    sendsReceipts: true,
    sharesPresence: true,
    isFindable: true,
    mentionsBreakMute: true,
  });
  expect((await client.call(getSession, {})).body.user).toEqual(user);

  const mail = await app.mailbox.mailTo('ann@example.org');
  expect(mail.subject).toBe('Verify your email address for Chat App');
  expect(mail.links[0]).toMatch(/^http:\/\/localhost:\d+\/verify-email\?token=[\w-]{43}$/);
  expect(mail.text).toContain(mail.links[0]);
});

test('[AUTH-3] an address is taken regardless of case; of ten concurrent registrations one wins, with one row and one mail', async () => {
  const email = 'racer@example.org';
  const registerOnce = async () => (await untilAnswered(() => app.client().call(register, { ...ann, email }))).status;
  const statuses = await Promise.all(Array.from({ length: 10 }, registerOnce));
  // The one that won is refused as well when a busy server answered 503 after the account had been created.
  expect(statuses.toSorted().slice(1)).toEqual(Array.from({ length: 9 }, () => 409));
  const again = await app.client().call(register, { ...ann, email: ' RACER@example.ORG' });
  const message = 'Email is already registered';
  expect(again).toMatchObject({ status: 409, body: { code: 'email_taken', message, fields: { email: message } } });
  expect(again.headers.getSetCookie().join()).not.toContain('session=');
  expect(await app.database.sql`select count(*)::int as rows from users where email = ${email}`).toEqual([{ rows: 1 }]);
  await app.mailbox.mailTo(email);
  expect(app.mailbox.all().filter((mail) => mail.to.includes(email))).toHaveLength(1);
});

test('[AUTH-2] [AUTH-312] [AUTH-313] a malformed registration, or a common password, is refused and nothing is written', async () => {
  const email = 'malformed@example.org';
  const given = { ...ann, email };
  const required = { name: 'Name is required', email: 'Email is required', password: 'Password is required' };
  const rows = [
    [undefined, required],
    [[], undefined],
    ['"x"', undefined],
    [
      { name: 1, email: [email], password: {} },
      { ...required, email: 'Email is not valid' },
    ],
    [{ ...given, email: `${email}\r\nBcc: x@y.org` }, { email: 'Email is not valid' }],
    [{ ...given, name: 'Ann\0' }, { name: 'Name is required' }],
    [{ ...given, name: 'Ann\ud83d' }, { name: 'Name is required' }],
    [{ ...given, password: 'secret' }, { password: 'Password is too weak' }],
    [{ ...given, password: 'P@ssw0rd' }, { password: fieldTexts.passwordCommon }],
    [{ ...given, password: 'ChatApp1!' }, { password: fieldTexts.passwordCommon }],
  ];
  for (const [body, fields] of rows) {
    const answer = await app.client().send('POST', register.path, body === undefined ? {} : { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', ...(fields && { fields }) } });
  }
  const huge = await app.client().send('POST', register.path, { body: { ...given, name: 'a'.repeat(1_000_000) } });
  expect(huge).toMatchObject({ status: 413, body: { code: 'too_large' } });
  expect(await app.database.sql`select from users where email like ${`${email}%`}`).toEqual([]);
});
