import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people, tokenIn } from '../../../test/people.ts';
import { turnOnSecondFactor } from '../../../test/second-factors.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, anotherDevice, befriend } = people(app);

let count = 0;
const newAddress = () => `moved${(count += 1)}@example.org`;
const request = ({ password, ...person }: Person, email: string) =>
  person.call(contract.changeEmail, { password, email });
const confirm = (token: string) => app.client().call(contract.confirmEmailChange, { token });
const undo = (token: string) => app.client().call(contract.undoEmailChange, { token });
const confirmToken = async (email: string) =>
  tokenIn(await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Confirm')));
const undoToken = async (email: string) =>
  tokenIn(await app.mailbox.mailTo(email, ({ subject }) => subject.includes('is being changed')));
const logIn = (email: string, password: string) =>
  app.client().call(contract.login, { email, password, isRemember: false });
const emailOf = async ({ user }: Person) =>
  (await app.database.sql<{ email: string }[]>`select email from users where id = ${user.id}`)[0]?.email;

/** Requested; returns both tokens. */
async function aChange(person: Person, email = newAddress()) {
  const former = (await emailOf(person)) ?? '';
  expect((await request(person, email)).status).toBe(200);
  return { email, confirmation: await confirmToken(email), undoing: await undoToken(former) };
}

describe('[AUTH-330] a new address', () => {
  test('counts once its link was opened; friends see it, and sessions stay', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    await befriend(ann, bob);
    const bobs = await connect(app, bob);
    const { email, confirmation } = await aChange(ann);
    expect(await emailOf(ann)).toBe(ann.email);
    expect((await logIn(email, ann.password)).status).toBe(401);
    expect((await confirm(confirmation)).status).toBe(200);
    expect((await ann.call(contract.getSession, {})).body.user).toMatchObject({ email, isVerified: true });
    expect((await logIn(email, ann.password)).status).toBe(200);
    expect((await logIn(ann.email, ann.password)).status).toBe(401);
    await bobs.waitFor('friendshipsChanged');
    expect((await bob.call(contract.getFriends, {})).body.data[0]?.email).toBe(email);
    expect(await confirm(confirmation)).toMatchObject({ status: 400 });
  });

  test('needs the right password, and one that is not taken', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    expect(await request({ ...ann, password: 'Wrong1!x' }, newAddress())).toMatchObject({
      status: 400,
      body: { fields: { password: expect.anything() } },
    });
    expect(await request(ann, ann.email.toUpperCase())).toMatchObject({ status: 400 });
    expect(await request(ann, bob.email)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  test('that was taken since is refused; that of a newer request counts', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const first = await aChange(ann);
    const second = await aChange(ann);
    expect((await confirm(first.confirmation)).status).toBe(400);
    const bobs = await aChange(bob, second.email);
    expect((await confirm(bobs.confirmation)).status).toBe(200);
    expect(await confirm(second.confirmation)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(await emailOf(ann)).toBe(ann.email);
  });

  test('is confirmed once, also by many requests at the same moment', async () => {
    const { confirmation } = await aChange(await aVerifiedUser());
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => confirm(confirmation)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
  });

  test('is not confirmed after a day', async () => {
    const ann = await aVerifiedUser();
    const { confirmation } = await aChange(ann);
    await app.database.sql`update email_changes set confirm_until = now() where user_id = ${ann.user.id}`;
    expect((await confirm(confirmation)).status).toBe(400);
  });

  test('is not confirmed any more after the password was changed or reset', async () => {
    const ann = await aVerifiedUser();
    const first = await aChange(ann);
    const newPassword = 'Changed1#';
    await ann.call(contract.updatePassword, { oldPassword: ann.password, newPassword });
    expect((await confirm(first.confirmation)).status).toBe(400);
    const second = await aChange({ ...ann, password: newPassword });
    await app.client().call(contract.forgotPassword, { email: ann.email });
    const token = tokenIn(await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset')));
    await app.client().call(contract.resetPassword, { token, newPassword: 'Another1#' });
    expect((await confirm(second.confirmation)).status).toBe(400);
    expect(await emailOf(ann)).toBe(ann.email);
  });

  test('voids reset links that were sent to the former one', async () => {
    const ann = await aVerifiedUser();
    const { confirmation } = await aChange(ann);
    await app.client().call(contract.forgotPassword, { email: ann.email });
    const reset = tokenIn(await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset')));
    await confirm(confirmation);
    const answer = await app.client().call(contract.resetPassword, { token: reset, newPassword: 'Changed1#' });
    expect(answer.status).toBe(400);
  });
});

describe('[AUTH-331] the link in the mail to the former address', () => {
  test('undoes a change: signs out all devices, and lets the owner set a password', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann);
    const device = await connect(app, phone);
    const { email, confirmation, undoing } = await aChange(ann);
    await confirm(confirmation);
    const { status, body } = await undo(undoing);
    expect(status).toBe(200);
    expect(await emailOf(ann)).toBe(ann.email);
    await vi.waitUntil(() => !device.socket.connected);
    for (const session of [ann, phone]) expect((await session.call(contract.getSession, {})).status).toBe(401);
    const newPassword = 'Changed1#';
    expect((await app.client().call(contract.resetPassword, { token: body.token, newPassword })).status).toBe(200);
    expect((await logIn(ann.email, newPassword)).status).toBe(200);
    expect((await logIn(email, ann.password)).status).toBe(401);
    expect((await undo(undoing)).status).toBe(400);
  });

  test('takes from a stranger all ways back: password, second step, Google account and links in mails', async () => {
    const ann = await aVerifiedUser();
    const { email, confirmation, undoing } = await aChange(ann);
    await confirm(confirmation);
    await turnOnSecondFactor(ann);
    const mail = await app.mailbox.mailTo(email, ({ subject }) => subject.startsWith('Two-step login'));
    const { sql } = app.database;
    await sql`update users set google_sub = 'stranger' where id = ${ann.user.id}`;
    const { body } = await undo(undoing);
    expect((await logIn(ann.email, ann.password)).status).toBe(401);
    const reset = (token: string, newPassword: string) =>
      app.client().call(contract.resetPassword, { token, newPassword });
    expect((await reset(tokenIn(mail), 'Stranger1#')).status).toBe(400);
    expect(await sql`select from users where google_sub = 'stranger'`).toHaveLength(0);
    expect((await reset(body.token, 'Changed1#')).status).toBe(200);
    expect((await logIn(ann.email, 'Changed1#')).status).toBe(200);
  });

  test('before the confirmation, voids it', async () => {
    const ann = await aVerifiedUser();
    const { confirmation, undoing } = await aChange(ann);
    expect((await undo(undoing)).status).toBe(200);
    expect((await confirm(confirmation)).status).toBe(400);
    expect(await emailOf(ann)).toBe(ann.email);
    expect((await ann.call(contract.getSession, {})).status).toBe(401);
  });

  test('undoes the changes that followed, too', async () => {
    const ann = await aVerifiedUser();
    const first = await aChange(ann);
    await confirm(first.confirmation);
    const second = await aChange(ann);
    await confirm(second.confirmation);
    expect((await undo(first.undoing)).status).toBe(200);
    expect(await emailOf(ann)).toBe(ann.email);
    expect((await undo(second.undoing)).status).toBe(400);
  });

  test('works for seven days, in which nobody else gets the address', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const { confirmation, undoing } = await aChange(ann);
    await confirm(confirmation);
    const registration = { name: 'Somebody', email: ann.email, password: 'Secret1!x' };
    expect((await app.client().call(contract.register, registration)).status).toBe(409);
    expect((await request(bob, ann.email)).status).toBe(409);
    await app.database.sql`update email_changes set undo_until = now() where user_id = ${ann.user.id}`;
    expect((await undo(undoing)).status).toBe(400);
    expect((await app.client().call(contract.register, registration)).status).toBe(201);
  });

  test('and the confirmation at the same moment leave one of the two addresses, and no session of a stranger', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ann = await aVerifiedUser();
      const { confirmation, undoing } = await aChange(ann);
      const [, undone] = await Promise.all([confirm(confirmation), undo(undoing)]);
      expect(undone.status).toBe(200);
      expect(await emailOf(ann)).toBe(ann.email);
      expect((await ann.call(contract.getSession, {})).status).toBe(401);
    }
  });
});
