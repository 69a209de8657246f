import * as contract from '@chat-app/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { asId } from '../../../test/as-id.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { untilAQueryWaits } from '../../../test/waiting-queries.ts';
import { inviteUses } from '../invites/index.ts';
import { createInvites } from '../invites/invites.service.ts';

const clientId = 'our-client.apps.example';
const google = await startGoogleStandIn();
afterAll(() => google.stop());

const app = useOwnTestApp(() => ({ GOOGLE_CLIENT_ID: clientId, GOOGLE_API_URL: google.url }));
const { anAdministrator, anUnverifiedUser, aVerifiedUser, verificationToken } = people(app);
const { reset, resetToken } = passwordResets(app);
const { hostSettingsTexts: texts } = contract;

let host: Person;
let count = 0;
beforeAll(async () => {
  host = await anAdministrator();
});
afterEach(() => set({ registration: 'open', allowedEmailDomains: [] }));

const set = async (input: contract.InputOf<typeof contract.updateHostSettings>) => {
  const answer = await untilAnswered(() => host.call(contract.updateHostSettings, input));
  expect(answer.status).toBe(200);
};
type Given = Partial<Record<'email' | 'invite', string>>;
const newcomer = (given: Given = {}) => {
  count += 1;
  return { name: 'New Comer', email: `newcomer${count}@example.org`, password: 'Secret1!x', ...given };
};
function signUp(given?: Given) {
  const account = newcomer(given);
  return untilAnswered(() => app.client().call(contract.register, account));
}
const refusal = (message: string) => ({ status: 403, body: { code: 'registration_closed', message } });
const rows = async () => (await app.database.sql`select from users`).length;

/** Signed up with an invitation, and not verified. */
async function aNewcomerWith(invite: string) {
  const [account, client] = [newcomer({ invite }), app.client()];
  const { status } = await untilAnswered(() => client.call(contract.register, account));
  // 409 when a busy server answered 503 after the account had been created.
  expect([201, 409]).toContain(status);
  return { ...client, ...account, token: await verificationToken(account.email) };
}
const verify = ({ token }: { token: string }) =>
  untilAnswered(() => app.client().call(contract.verifyEmail, { token }));

/** An invitation of somebody new, and its link. */
async function anInvite(maxUses?: number) {
  const creator = await aVerifiedUser();
  const { _id: id, token } = (await creator.call(contract.createInvite, { kind: 'friend', maxUses })).body.invite;
  return {
    token,
    isUsable: async () => (await app.client().call(contract.openInvite, { token })).status === 200,
    uses: async () => (await creator.call(contract.getInvites, {})).body.data[0]?.uses,
    revoke: () => creator.call(contract.revokeInvite, { id }),
    accept: async (person: Pick<Person, 'call'>) => (await person.call(contract.acceptInvite, { token })).status,
  };
}
/** Lets the uses lapse that are kept for accounts which are not verified. */
const age = () =>
  app.database.sql`update invite_uses set used_at = now() - interval '49 hours' where accepted_at is null`;
const sweep = () =>
  createInvites({
    database: app.database,
    maxGroupSize: 10,
    transact: (work) => app.database.transaction((tx) => work(tx, () => {})),
  }).sweep();

function throughGoogle(email: string, invite?: string, client = app.client()) {
  google.addToken(email, { aud: clientId, sub: email, email, email_verified: true, name: 'Gina Lee' });
  return client.call(contract.googleLogin, { access_token: email, ...(invite !== undefined && { invite }) });
}

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

describe('[INV-11] signing up with an invitation', () => {
  test('[REG-2] keeps a use until the account is verified, which spends it; one that cannot be used is no obstacle', async () => {
    const link = await anInvite(1);
    const guest = await aNewcomerWith(link.token);
    expect(await link.isUsable()).toBe(false);
    expect([await link.accept(await aVerifiedUser()), await link.accept(guest)]).toEqual([404, 403]);
    await verify(guest);
    await age();
    await sweep();
    expect([await link.isUsable(), await link.uses()]).toEqual([false, 1]);
    const [late] = [await aNewcomerWith(link.token), await aNewcomerWith('x'.repeat(43))];
    expect((await verify(late)).status).toBe(200);
    expect([await link.accept(guest), await link.accept(late), await link.uses()]).toEqual([200, 404, 1]);
  });

  test('works with Google for new accounts, and for the one that signed up with it: the one use is kept', async () => {
    const link = await anInvite(2);
    await throughGoogle((await aVerifiedUser()).email, link.token);
    expect(await link.uses()).toBe(0);
    const [fresh, known, signedUp] = [app.client(), app.client(), await aNewcomerWith(link.token)];
    await throughGoogle('fresh@example.org', link.token, fresh);
    expect((await throughGoogle(signedUp.email, link.token, known)).status).toBe(200);
    expect([await link.uses(), await link.accept(fresh), await link.accept(known)]).toEqual([2, 200, 200]);
    expect(await app.database.sql`select from users where email = ${signedUp.email}`).toHaveLength(1);
  });

  test('frees the use when the account was deleted, or was not verified within 48 hours', async () => {
    const link = await anInvite(1);
    const gone = await aNewcomerWith(link.token);
    await gone.call(contract.deleteAccount, { password: gone.password });
    expect(await link.isUsable()).toBe(false);
    await age();
    await sweep();
    const late = await aNewcomerWith(link.token);
    await age();
    expect([await link.isUsable(), await link.uses()]).toEqual([true, 0]);
    const next = await aNewcomerWith(link.token);
    for (const person of [late, next]) await verify(person);
    expect([await link.accept(late), await link.accept(next)]).toEqual([404, 200]);
    await age();
    expect(await link.isUsable()).toBe(false);
  });
});

describe('[REG-12] an account that was created where an invitation is needed', () => {
  const isVerified = async (email: string) =>
    (await app.database.sql`select from users where email = ${email} and verified_at is not null`).length === 1;
  const lost = refusal(texts.invitationLost);

  /** Two whose only use lapsed before they were verified, and the one who has it now. */
  async function threeOfOneUse() {
    const { token: invite } = await anInvite(1);
    await set({ registration: 'invite' });
    const late = await aNewcomerWith(invite);
    await age();
    const later = await aNewcomerWith(invite);
    await age();
    return { late, later, holder: await aNewcomerWith(invite) };
  }

  test('and lost its use is verified once it has another one, or sign-up is open; one from an open time needs none', async () => {
    const fromBefore = await anUnverifiedUser();
    const { late, later, holder } = await threeOfOneUse();
    expect((await verify({ token: await verificationToken(fromBefore.email) })).status).toBe(200);
    expect(await verify(late)).toMatchObject(lost);
    expect(await isVerified(late.email)).toBe(false);
    await set({ registration: 'closed' });
    expect(await verify(late)).toMatchObject(refusal(texts.registrationClosed));
    expect((await verify(holder)).status).toBe(200);
    await set({ registration: 'open' });
    expect((await verify(later)).status).toBe(200);

    await set({ registration: 'invite' });
    const another = await anInvite(1);
    const reserve = async (token: string) => (await late.call(contract.reserveInvite, { token })).status;
    expect(await reserve('made-up')).toBe(404);
    expect(await verify(late)).toMatchObject(lost);
    expect([await reserve(another.token), await reserve(another.token)]).toEqual([200, 200]);
    expect((await verify(late)).status).toBe(200);
    expect([await isVerified(late.email), await another.accept(late)]).toEqual([true, 200]);
  });

  test('is verified while a use is left, however late, but not when its invitation was revoked', async () => {
    const { token: invite, revoke } = await anInvite();
    await set({ registration: 'invite' });
    const [late, tooLate] = [await aNewcomerWith(invite), await aNewcomerWith(invite)];
    await app.database.sql`delete from invite_uses`;
    expect((await verify(late)).status).toBe(200);
    expect(await app.database.sql`select from invite_uses`).toHaveLength(1);
    await revoke();
    expect(await verify(tooLate)).toMatchObject(lost);
  });

  test('gets a new password, but is not verified by it; with Google it is taken over with another invitation', async () => {
    const { email } = (await threeOfOneUse()).late;
    const password = 'Changed1#';
    expect((await reset(await resetToken({ email }), password)).status).toBe(200);
    const login = await app.client().call(contract.login, { email, password });
    expect([login.status, login.body.user.isVerified]).toEqual([200, false]);
    expect(await throughGoogle(email)).toMatchObject(lost);
    expect(await isVerified(email)).toBe(false);
    expect((await throughGoogle(email, (await anInvite(1)).token)).status).toBe(200);
  });

  test('and is verified at the moment somebody else takes its lapsed use: one of them is let in', async () => {
    await set({ registration: 'invite' });
    for (let round = 0; round < 4; round += 1) {
      const { token: invite } = await anInvite(1);
      const late = await aNewcomerWith(invite);
      await age();
      const before = await rows();
      await Promise.all([verify(late), ...Array.from({ length: 5 }, () => signUp({ invite }))]);
      expect([round, Number(await isVerified(late.email)) + (await rows()) - before]).toEqual([round, 1]);
    }
  }, 120_000);

  test('[INV-11] keeps its use from a sweep that waits for its verification, and holds no uses meanwhile', async () => {
    const { token: invite } = await anInvite(1);
    await set({ registration: 'invite' });
    const { email } = await aNewcomerWith(invite);
    await age();
    let released = Promise.resolve();
    await app.database.transaction(async (tx) => {
      const [user] = await tx<{ id: contract.UserId }[]>`select id from users where email = ${email}`;
      const userId = user?.id ?? asId('nobody');
      expect(await inviteUses.confirmInvite(tx, { userId, canTakeAnother: true })).toBe(true);
      released = sweep();
      await untilAQueryWaits(app);
      // Fails if the sweep has locked them: the two would wait for each other.
      await tx`select from invite_uses for update nowait`;
      await tx`update users set verified_at = now() where id = ${userId}`;
    });
    await released;
    expect(await signUp({ invite })).toMatchObject(refusal(texts.invitationUnusable));
  });
});

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
