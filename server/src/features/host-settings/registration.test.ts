import * as contract from '@chat-app/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { asId } from '../../../test/as-id.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { untilAQueryWaits } from '../../../test/waiting-queries.ts';
import { inviteRepository, inviteUses } from '../invites/index.ts';
import { hostSettingsRepository } from './host-settings.repository.ts';

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
const newcomer = (given: { email?: string; invite?: string } = {}) => {
  count += 1;
  return { name: 'New Comer', email: `newcomer${count}@example.org`, password: 'Secret1!x', ...given };
};
function signUp(given?: { email?: string; invite?: string }) {
  const account = newcomer(given);
  return untilAnswered(() => app.client().call(contract.register, account));
}
const refusal = (message: string) => ({ status: 403, body: { code: 'registration_closed', message } });
const rows = async () => (await app.database.sql<{ rows: number }[]>`select count(*)::int as rows from users`)[0]?.rows;

/** Signs up with an invitation, and stays unverified. */
async function aLateOne(invite: string) {
  const [late, client] = [newcomer(), app.client()];
  expect((await client.call(contract.register, { ...late, invite })).status).toBe(201);
  return { ...client, ...late, token: await verificationToken(late.email) };
}

async function anInvite(maxUses?: number): Promise<string> {
  const { body } = await host.call(contract.createInvite, { kind: 'friend', ...(maxUses && { maxUses }) });
  return body.invite.token;
}

function throughGoogle(email: string, { sub = email, invite }: { sub?: string; invite?: string } = {}) {
  const token = `token-${email}-${sub}`;
  google.addToken(token, { aud: clientId, sub, email, email_verified: true, name: 'Gina Lee' });
  return app.client().call(contract.googleLogin, { access_token: token, ...(invite !== undefined && { invite }) });
}

test('[REG-1] while sign-up is closed, nobody creates an account; people who have one log in, with Google as well', async () => {
  const [invite, ann, ben] = [await anInvite(), await aVerifiedUser(), await anUnverifiedUser()];
  const known = await throughGoogle('known@example.org');
  await set({ registration: 'closed' });
  const before = await rows();
  const closed = refusal(texts.registrationClosed);
  expect(await signUp()).toMatchObject(closed);
  expect(await signUp({ invite })).toMatchObject(closed);
  expect(await throughGoogle('closed@example.org', { invite })).toMatchObject(closed);
  expect(await rows()).toBe(before);

  expect((await app.client().call(contract.login, ann)).status).toBe(200);
  expect((await throughGoogle('known@example.org')).body.user.id).toBe(known.body.user.id);
  // Taking over an account that was never verified creates none.
  for (const { email, user } of [ann, ben]) expect((await throughGoogle(email)).body.user.id).toBe(user.id);
});

describe('[REG-2] while an invitation is needed', () => {
  test('nobody can create an account without one, or with one that cannot be used', async () => {
    const [used, ann] = [await anInvite(2), await aVerifiedUser()];
    await set({ registration: 'invite' });
    // A taken address costs no use.
    expect((await signUp({ invite: used, email: ann.email })).status).toBe(409);
    expect((await signUp({ invite: used })).status).toBe(201);
    expect((await throughGoogle('invited@example.org', { invite: used })).status).toBe(200);
    const before = await rows();
    const email = 'uninvited@example.org';
    for (const answer of [await signUp(), await throughGoogle(email)])
      expect(answer).toMatchObject(refusal(texts.invitationNeeded));
    for (const invite of [used, 'made-up', 'A'.repeat(200)]) {
      for (const answer of [await signUp({ invite }), await throughGoogle(email, { invite })])
        expect(answer).toMatchObject(refusal(texts.invitationUnusable));
    }
    expect(await rows()).toBe(before);
  });

  test('of 50 browsers with one use left, one gets an account', async () => {
    const invite = await anInvite(1);
    await set({ registration: 'invite' });
    const before = (await rows()) ?? 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp({ invite })));
    // The one who got it is refused as well when a busy server answered 503 after the account had been created.
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThanOrEqual(49);
    expect(await rows()).toBe(before + 1);
  }, 120_000);
});

describe('[REG-12] an account that was created where an invitation is needed', () => {
  const verifyWith = (token: string) => untilAnswered(() => app.client().call(contract.verifyEmail, { token }));
  const age = () =>
    app.database.sql`update invite_uses set used_at = now() - interval '49 hours' where accepted_at is null`;
  const isVerified = async (email: string) => {
    const [user] = await app.database.sql<{ isVerified: boolean }[]>`
      select verified_at is not null as is_verified from users where email = ${email}`;
    return user?.isVerified;
  };
  const lost = refusal(texts.invitationLost);

  /** Signed up with the only use, which somebody else has taken since: it lapsed before the address was verified. */
  async function onesWhoLostTheUse() {
    const invite = await anInvite(1);
    await set({ registration: 'invite' });
    const late = await aLateOne(invite);
    await age();
    return { ...late, next: await aLateOne(invite) };
  }

  test('and lost its use is not verified; its link works once it has another one', async () => {
    const late = await onesWhoLostTheUse();
    expect(await verifyWith(late.token)).toMatchObject(lost);
    expect(await isVerified(late.email)).toBe(false);
    expect((await verifyWith(late.next.token)).status).toBe(200);

    expect((await late.call(contract.reserveInvite, { token: 'made-up' })).status).toBe(404);
    expect(await verifyWith(late.token)).toMatchObject(lost);
    const another = await anInvite(1);
    expect((await late.call(contract.reserveInvite, { token: another })).status).toBe(200);
    expect((await late.call(contract.reserveInvite, { token: another })).status).toBe(200);
    expect((await verifyWith(late.token)).status).toBe(200);
    expect(await isVerified(late.email)).toBe(true);
    expect((await late.call(contract.acceptInvite, { token: another })).status).toBe(200);
  });

  test('is verified while sign-up is open, not while it is closed; one from an open time needs no invitation', async () => {
    const fromBefore = await anUnverifiedUser();
    const late = await onesWhoLostTheUse();
    expect((await verifyWith(await verificationToken(fromBefore.email))).status).toBe(200);
    await set({ registration: 'closed' });
    expect(await verifyWith(late.token)).toMatchObject(refusal(texts.registrationClosed));
    expect((await verifyWith(late.next.token)).status).toBe(200);
    await set({ registration: 'open' });
    expect((await verifyWith(late.token)).status).toBe(200);
  });

  test('is verified while a use is left, however late, but not when its invitation was revoked', async () => {
    const { _id: id, token: invite } = (await host.call(contract.createInvite, { kind: 'friend' })).body.invite;
    await set({ registration: 'invite' });
    const [late, tooLate] = [await aLateOne(invite), await aLateOne(invite)];
    await app.database.sql`delete from invite_uses`;
    expect((await verifyWith(late.token)).status).toBe(200);
    expect(await app.database.sql`select from invite_uses`).toHaveLength(1);
    await host.call(contract.revokeInvite, { id });
    expect(await verifyWith(tooLate.token)).toMatchObject(lost);
  });

  test('gets a new password, but is not verified by it; with Google it is taken over with another invitation', async () => {
    const { email } = await onesWhoLostTheUse();
    const password = 'Changed1#';
    expect((await reset(await resetToken({ email }), password)).status).toBe(200);
    const login = await app.client().call(contract.login, { email, password });
    expect([login.status, login.body.user.isVerified]).toEqual([200, false]);
    expect(await throughGoogle(email)).toMatchObject(lost);
    expect(await isVerified(email)).toBe(false);
    expect((await throughGoogle(email, { invite: await anInvite(1) })).status).toBe(200);
  });

  test('and is verified at the moment somebody else takes its lapsed use: one of them is let in', async () => {
    await set({ registration: 'invite' });
    for (let round = 0; round < 4; round += 1) {
      const invite = await anInvite(1);
      const late = await aLateOne(invite);
      await age();
      const others = Array.from({ length: 5 }, () => newcomer());
      await Promise.all([
        verifyWith(late.token),
        ...others.map((other) => untilAnswered(() => app.client().call(contract.register, { ...other, invite }))),
      ]);
      const emails = others.map(({ email }) => email);
      const created = await app.database.sql`select from users where email = any(${emails}::text[])`;
      expect([round, Number(await isVerified(late.email)) + created.length]).toEqual([round, 1]);
    }
  }, 120_000);

  test('[INV-11] keeps its use from a sweep that waits for its verification, and holds no uses meanwhile', async () => {
    const invite = await anInvite(1);
    await set({ registration: 'invite' });
    const { email } = await aLateOne(invite);
    await age();
    let released = Promise.resolve();
    await app.database.transaction(async (tx) => {
      const [user] = await tx<{ id: contract.UserId }[]>`select id from users where email = ${email}`;
      const userId = user?.id ?? asId('nobody');
      expect(await inviteUses.confirmInvite(tx, { userId, canTakeAnother: true })).toBe(true);
      released = app.database.transaction((other) => inviteRepository.releaseAllLapsed(other));
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

  test('are compared exactly, regardless of case', async () => {
    await restrict();
    for (const email of ['ann@school.example', 'ben@EXAMPLE.com'])
      expect([email, (await signUp({ email })).status]).toEqual([email, 201]);
    for (const email of ['a@example.org', 'a@sub.school.example', 'a@notschool.example', 'a@school.example.org']) {
      expect(await signUp({ email })).toMatchObject({ ...refusal(reason), body: { fields: { email: reason } } });
      expect(await throughGoogle(email)).toMatchObject(refusal(reason));
    }
    // An invitation is not enough.
    const invite = await anInvite();
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
    expect((await change('ann2@school.example')).status).toBe(200);
    expect((await correct('ben2@school.example')).status).toBe(200);

    await set({ allowedEmailDomains: ['example.net'] });
    const mail = await app.mailbox.mailTo('ann2@school.example');
    expect(await ann.call(contract.confirmEmailChange, { token: tokenIn(mail) })).toMatchObject({ status: 403 });
  });
});

test('[REG-4] a refusal does not reveal whether an address has an account', async () => {
  const ann = await aVerifiedUser();
  const refusals = (invite?: string) =>
    Promise.all(
      [ann.email, 'nobody@example.org'].map(async (email) => {
        const { status, body } = await signUp({ email, ...(invite !== undefined && { invite }) });
        return { status, message: body.message, fields: body.fields };
      }),
    );
  const settings = [
    { registration: 'closed', allowedEmailDomains: [] },
    { registration: 'invite', allowedEmailDomains: [] },
    { registration: 'open', allowedEmailDomains: ['example.com'] },
  ] as const;
  for (const { registration, allowedEmailDomains } of settings) {
    await set({ registration, allowedEmailDomains: [...allowedEmailDomains] });
    for (const invite of [undefined, 'x']) {
      const [known, unknown] = await refusals(invite);
      expect(known).toEqual(unknown);
      expect(known?.status).toBe(403);
    }
  }
});

describe('[REG-7] a change of the settings and a registration at the same moment', () => {
  test('the change waits for a registration that has begun', async () => {
    const order: string[] = [];
    let changed = Promise.resolve();
    await app.database.transaction(async (tx) => {
      await hostSettingsRepository.findLocked(tx);
      changed = set({ registration: 'closed' }).then(() => void order.push('closed'));
      await vi.waitUntil(async () => {
        const waiting = await app.database.sql`
          select from pg_locks
          where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
        return waiting.length > 0;
      });
      order.push('registered');
    });
    await changed;
    expect(order).toEqual(['registered', 'closed']);
  }, 60_000);

  test('no account is created once the change has been answered', async () => {
    for (let round = 0; round < 2; round += 1) {
      await set({ registration: 'open' });
      const registrations = Array.from({ length: 20 }, () => signUp());
      await set({ registration: 'closed' });
      const atThatTime = await rows();
      const answers = await Promise.all(registrations);
      expect(await rows()).toBe(atThatTime);
      expect(answers.every(({ status }) => [201, 403, 409].includes(status))).toBe(true);
    }
  }, 120_000);
});

test('[REG-6] pages learn the rules with the configuration, at most a second late', async () => {
  const rules = async () => {
    const { registration, allowedEmailDomains } = (await app.client().call(contract.getServerConfig, {})).body;
    return { registration, allowedEmailDomains };
  };
  expect(await rules()).toEqual({ registration: 'open', allowedEmailDomains: [] });
  await set({ registration: 'invite', allowedEmailDomains: ['example.com'] });
  expect(await rules()).toEqual({ registration: 'invite', allowedEmailDomains: ['example.com'] });
  // As the command line and other nodes do.
  await app.database.sql`update host_settings set registration = 'closed'`;
  await vi.waitUntil(async () => (await rules()).registration === 'closed');
});
