import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { passwordResets } from '../../../test/password-resets.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { turnOnSecondFactor } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';

const app = useTestApp();
const { aVerifiedUser, anotherDevice, befriend } = people(app);
const { reset, resetToken } = passwordResets(app);

let count = 0;
const newAddress = () => `moved${(count += 1)}@example.org`;
const request = ({ password, ...person }: Person, email: string) =>
  person.call(contract.changeEmail, { password, email });
const confirm = (token: string) => app.client().call(contract.confirmEmailChange, { token });
const undo = async (token: string) => (await app.client().call(contract.undoEmailChange, { token })).status;
const confirmToken = async (email: string) =>
  tokenIn(await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Confirm')));
const undoToken = async (email: string) =>
  tokenIn(await app.mailbox.mailTo(email, ({ subject }) => subject.includes('is being changed')));
const logIn = async (email: string, password: string) =>
  (await app.client().call(contract.login, { email, password })).status;
const emailOf = async ({ user }: Person) =>
  (await app.database.sql<{ email: string }[]>`select email from users where id = ${user.id}`)[0]?.email;

/** Requested; returns both tokens. */
async function aChange(person: Person, email = newAddress()) {
  const former = (await emailOf(person)) ?? '';
  expect((await request(person, email)).status).toBe(200);
  return { email, confirmation: await confirmToken(email), undoing: await undoToken(former) };
}

describe('[AUTH-330] a new address', () => {
  test('counts once its link was opened; friends see it, sessions stay, reset links sent before are void', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    await befriend(ann, bob);
    const bobs = await connect(app, bob);
    const { email, confirmation } = await aChange(ann);
    expect(await emailOf(ann)).toBe(ann.email);
    expect(await logIn(email, ann.password)).toBe(401);
    const mailedBefore = await resetToken(ann);
    expect((await confirm(confirmation)).status).toBe(200);
    expect((await reset(mailedBefore, 'Changed1#')).status).toBe(400);
    expect((await ann.call(contract.getSession, {})).body.user).toMatchObject({ email, isVerified: true });
    expect([await logIn(email, ann.password), await logIn(ann.email, ann.password)]).toEqual([200, 401]);
    await bobs.waitFor('friendshipsChanged');
    expect((await bob.call(contract.getFriends, {})).body.data[0]?.email).toBe(email);
    expect(await confirm(confirmation)).toMatchObject({ status: 400 });
  });

  test('needs the right password, and is not one that is taken, nor one of an older request', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const wrongPassword = await request({ ...ann, password: 'Wrong1!x' }, newAddress());
    expect(wrongPassword).toMatchObject({ status: 400, body: { fields: { password: expect.anything() } } });
    expect(await request(ann, ann.email.toUpperCase())).toMatchObject({ status: 400 });
    const taken = { status: 409, body: { code: 'email_taken' } };
    expect(await request(ann, bob.email)).toMatchObject(taken);
    const [first, second] = [await aChange(ann), await aChange(ann)];
    expect((await confirm(first.confirmation)).status).toBe(400);
    const bobs = await aChange(bob, second.email);
    expect((await confirm(bobs.confirmation)).status).toBe(200);
    expect(await confirm(second.confirmation)).toMatchObject(taken);
    expect(await emailOf(ann)).toBe(ann.email);
  });

  test('is confirmed once, not after a day, and not after the password was changed or reset', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const { email, confirmation } = await aChange(ann);
    const confirmOnce = async () => (await untilAnswered(() => confirm(confirmation))).status;
    const statuses = await Promise.all(Array.from({ length: 8 }, confirmOnce));
    // The one that confirmed it is refused as well when a busy server answered 503 after that.
    expect(statuses.toSorted().slice(1)).toEqual(Array.from({ length: 7 }, () => 400));
    expect(await emailOf(ann)).toBe(email);

    const isVoid = async (change: { confirmation: string }) => (await confirm(change.confirmation)).status === 400;
    const late = await aChange(bob);
    await app.database.sql`update email_changes set confirm_until = now() where user_id = ${bob.user.id}`;
    expect(await isVoid(late)).toBe(true);
    const [first, newPassword] = [await aChange(bob), 'Changed1#'];
    await bob.call(contract.updatePassword, { oldPassword: bob.password, newPassword });
    expect(await isVoid(first)).toBe(true);
    const second = await aChange({ ...bob, password: newPassword });
    expect((await reset(await resetToken(bob), 'Another1#')).status).toBe(200);
    expect(await isVoid(second)).toBe(true);
    expect(await emailOf(bob)).toBe(bob.email);
  });
});

describe('[AUTH-331] the link in the mail to the former address', () => {
  test('undoes a change: signs out all devices, and takes from a stranger all ways back', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann);
    const device = await connect(app, phone);
    const { email, confirmation, undoing } = await aChange(ann);
    await confirm(confirmation);
    await turnOnSecondFactor(ann);
    const mail = await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Two-step login'));
    const { sql } = app.database;
    await sql`update users set google_sub = 'stranger' where id = ${ann.user.id}`;

    const { status, body } = await app.client().call(contract.undoEmailChange, { token: undoing });
    expect([status, await emailOf(ann)]).toEqual([200, ann.email]);
    await vi.waitUntil(() => !device.socket.connected);
    for (const session of [ann, phone]) expect((await session.call(contract.getSession, {})).status).toBe(401);
    expect(await logIn(ann.email, ann.password)).toBe(401);
    expect((await reset(tokenIn(mail), 'Stranger1#')).status).toBe(400);
    expect(await sql`select from users where google_sub = 'stranger'`).toHaveLength(0);
    expect((await reset(body.token, 'Changed1#')).status).toBe(200);
    expect([await logIn(ann.email, 'Changed1#'), await logIn(email, ann.password)]).toEqual([200, 401]);
    expect(await undo(undoing)).toBe(400);
  });

  test('undoes the changes that followed, too, and works for seven days, in which nobody else gets the address', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const [first, former] = [await aChange(ann), await aChange(bob)];
    for (const { confirmation } of [first, former]) await confirm(confirmation);
    const second = await aChange(ann);
    await confirm(second.confirmation);
    expect([await undo(first.undoing), await emailOf(ann)]).toEqual([200, ann.email]);
    expect(await undo(second.undoing)).toBe(400);

    const registration = { name: 'Somebody', email: bob.email, password: 'Secret1!x' };
    const register = async () => (await app.client().call(contract.register, registration)).status;
    expect([await register(), (await request(await aVerifiedUser(), bob.email)).status]).toEqual([409, 409]);
    await app.database.sql`update email_changes set undo_until = now() where user_id = ${bob.user.id}`;
    expect([await undo(former.undoing), await register()]).toEqual([400, 201]);
  });

  test('voids the change before its confirmation, and also at the same moment', async () => {
    for (const isConfirmedMeanwhile of [false, true, true, true]) {
      const ann = await aVerifiedUser();
      const { confirmation, undoing } = await aChange(ann);
      const [undone] = await Promise.all([undo(undoing), isConfirmedMeanwhile && confirm(confirmation)]);
      expect([undone, (await confirm(confirmation)).status]).toEqual([200, 400]);
      expect(await emailOf(ann)).toBe(ann.email);
      expect((await ann.call(contract.getSession, {})).status).toBe(401);
    }
  });
});
