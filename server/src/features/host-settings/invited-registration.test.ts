import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { asId } from '../../../test/as-id.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { untilAQueryWaits } from '../../../test/waiting-queries.ts';
import { inviteUses } from '../invites/index.ts';
import { createInvites } from '../invites/invites.service.ts';
import { newcomer, useRegistrations } from '../../../test/registrations.ts';

const { hostSettingsTexts: texts } = contract;
const {
  anInvite,
  anUnverifiedUser,
  app,
  aVerifiedUser,

  refusal,
  rows,
  set,
  signUp,
  throughGoogle,
  verificationToken,
} = useRegistrations(await startGoogleStandIn());
const { reset, resetToken } = passwordResets(app);

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

/** Lets the uses lapse that are kept for accounts which are not verified. */
const age = () =>
  app.database.sql`update invite_uses set used_at = now() - interval '49 hours' where accepted_at is null`;
const sweep = () =>
  createInvites({
    database: app.database,
    maxGroupSize: 10,
    transact: (work) => app.database.transaction((tx) => work(tx, () => {})),
  }).sweep();

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
