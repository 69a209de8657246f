import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { tokenIn } from '../../../test/people.ts';
import { type Given, useRegistrations } from '../../../test/registrations.ts';

const { hostSettingsTexts: texts } = contract;
const { anInvite, anUnverifiedUser, app, aVerifiedUser, refusal, rows, set, signUp, throughGoogle } = useRegistrations(
  await startGoogleStandIn(),
);

test('[REG-1] while sign-up is closed, nobody creates an account; people who have one log in, with Google as well', async () => {
  const [{ token: invite }, ann, ben] = [await anInvite(), await aVerifiedUser(), await anUnverifiedUser()];
  const known = await throughGoogle('known@example.org');
  await set({ registration: 'closed' });
  const before = await rows();
  for (const answer of [await signUp(), await signUp({ invite }), await throughGoogle('closed@example.org', invite)])
    expect(answer).toMatchObject(refusal(texts.registrationClosed));
  expect(await rows()).toBe(before);

  expect((await app.client().call(contract.login, ann)).status).toBe(200);
  // Taking over an account that was never verified creates none.
  for (const { email, user } of [{ email: 'known@example.org', user: known.body.user }, ann, ben])
    expect((await throughGoogle(email)).body.user.id).toBe(user.id);
});

test('[REG-2] while an invitation is needed, nobody can create an account without one that can be used; one use is for one of 50', async () => {
  const [{ token: used }, { token: wanted }, ann] = [await anInvite(2), await anInvite(1), await aVerifiedUser()];
  await set({ registration: 'invite' });
  // A taken address costs no use.
  expect((await signUp({ invite: used, email: ann.email })).status).toBe(409);
  expect((await signUp({ invite: used })).status).toBe(201);
  expect((await throughGoogle('invited@example.org', used)).status).toBe(200);
  const before = await rows();
  for (const invite of [undefined, used, 'made-up', 'A'.repeat(200)]) {
    const refused = refusal(invite === undefined ? texts.invitationNeeded : texts.invitationUnusable);
    for (const answer of [await signUp({ ...(invite && { invite }) }), await throughGoogle('un@example.org', invite)])
      expect(answer).toMatchObject(refused);
  }
  expect(await rows()).toBe(before);

  const answers = await Promise.all(Array.from({ length: 50 }, () => signUp({ invite: wanted })));
  // The one who got it is refused as well when a busy server answered 503 after the account had been created.
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThanOrEqual(49);
  expect(await rows()).toBe(before + 1);
}, 120_000);

describe('[REG-3] allowed domains', () => {
  const reason = 'The address must end with @school.example or @example.com';
  const restrict = () => set({ allowedEmailDomains: ['School.example', '@example.com'] });

  test('are compared exactly, regardless of case, also with an invitation', async () => {
    await restrict();
    for (const email of ['ann@school.example', 'ben@EXAMPLE.com'])
      expect([email, (await signUp({ email })).status]).toEqual([email, 201]);
    for (const email of ['a@example.org', 'a@sub.school.example', 'a@notschool.example', 'a@school.example.org']) {
      expect(await signUp({ email })).toMatchObject({ ...refusal(reason), body: { fields: { email: reason } } });
      expect(await throughGoogle(email)).toMatchObject(refusal(reason));
    }
    const { token: invite } = await anInvite();
    await set({ registration: 'invite' });
    expect(await signUp({ invite })).toMatchObject(refusal(reason));
    expect((await signUp({ invite, email: 'invited@school.example' })).status).toBe(201);
  });

  test('also restrict to which address an account can change, but not the accounts there are', async () => {
    const [ann, ben] = [await aVerifiedUser(), await anUnverifiedUser()];
    const change = (email: string) => ann.call(contract.changeEmail, { password: ann.password, email });
    const correct = (email: string) => ben.call(contract.updateEmail, { email });
    await restrict();
    expect((await app.client().call(contract.login, ann)).status).toBe(200);
    expect(await change('ann2@example.org')).toMatchObject({ ...refusal(reason), body: { fields: { email: reason } } });
    expect(await correct('ben2@example.org')).toMatchObject(refusal(reason));
    const accepted = [await change('ann2@school.example'), await correct('ben2@school.example')];
    expect(accepted.map(({ status }) => status)).toEqual([200, 200]);

    await set({ allowedEmailDomains: ['example.net'] });
    const mail = await app.mailbox.mailTo('ann2@school.example');
    expect(await ann.call(contract.confirmEmailChange, { token: tokenIn(mail) })).toMatchObject({ status: 403 });
  });
});

test('[REG-4] a refusal does not reveal whether an address has an account', async () => {
  const ann = await aVerifiedUser();
  const refusalOf = async (given: Given) => {
    const { status, body } = await signUp(given);
    return { status, message: body.message, fields: body.fields };
  };
  const domains = { registration: 'open', allowedEmailDomains: ['example.com'] };
  for (const settings of [{ registration: 'closed' }, { registration: 'invite' }, domains]) {
    await set(settings as contract.InputOf<typeof contract.updateHostSettings>);
    for (const given of [{}, { invite: 'x' }]) {
      const unknown = await refusalOf({ ...given, email: 'nobody@example.org' });
      expect(unknown).toMatchObject({ status: 403 });
      expect(await refusalOf({ ...given, email: ann.email })).toEqual(unknown);
    }
  }
});

test('[REG-7] a change waits for a registration that has read the settings; then nobody creates an account', async () => {
  const before = await rows();
  const isWaitedFor = async (kind: 'advisory' | 'relation') => {
    const waiting = await app.database.sql`
      select from pg_locks where locktype = ${kind} and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    return waiting.length > 0;
  };
  const { registered, changed } = await app.database.transaction(async (tx) => {
    // The registration has read the settings, and is about to add the account.
    await tx`lock table users in exclusive mode`;
    const registering = signUp();
    await vi.waitUntil(() => isWaitedFor('relation'));
    const changing = set({ registration: 'closed' });
    await vi.waitUntil(() => isWaitedFor('advisory'));
    return { registered: registering, changed: changing };
  });
  expect((await registered).status).toBe(201);
  await changed;
  expect(await signUp()).toMatchObject(refusal(texts.registrationClosed));
  expect(await rows()).toBe(before + 1);
}, 60_000);

test('[REG-6] pages learn the rules with the configuration, at most a second late', async () => {
  const rules = async () => (await app.client().call(contract.getServerConfig, {})).body;
  expect(await rules()).toMatchObject({ registration: 'open', allowedEmailDomains: [] });
  await set({ registration: 'invite', allowedEmailDomains: ['example.com'] });
  expect(await rules()).toMatchObject({ registration: 'invite', allowedEmailDomains: ['example.com'] });
  // As the command line and other nodes do.
  await app.database.sql`update host_settings set registration = 'closed'`;
  await vi.waitUntil(async () => (await rules()).registration === 'closed');
});
