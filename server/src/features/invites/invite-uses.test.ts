import * as contract from '@chat-app/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { createInvites } from './invites.service.ts';

const clientId = 'our-client.apps.example';
const google = await startGoogleStandIn();
afterAll(() => google.stop());

const app = useOwnTestApp(() => ({ GOOGLE_CLIENT_ID: clientId, GOOGLE_API_URL: google.url }));
const { aChat, aVerifiedUser, verificationToken } = people(app);

const invite = async (person: Person, wanted: contract.InputOf<typeof contract.createInvite>) =>
  (await person.call(contract.createInvite, wanted)).body.invite;
const accept = (person: Person, { token }: { token: string }) => person.call(contract.acceptInvite, { token });
const statusOfLink = async ({ token }: { token: string }) =>
  (await app.client().call(contract.openInvite, { token })).status;
const usesOf = async (person: Person) => (await person.call(contract.getInvites, {})).body.data.map(({ uses }) => uses);

let count = 0;
/** Signs up with an invitation. */
async function register(token: string): Promise<Person> {
  count += 1;
  const account = { email: `invited${count}@example.org`, password: 'Secret1!x' };
  const client = app.client();
  const given = { ...account, name: 'Invited', invite: token };
  const { status, body } = await untilAnswered(() => client.call(contract.register, given));
  // Taken by itself, when a busy server answered 503 after the account had been created.
  expect([201, 409]).toContain(status);
  return { ...client, ...account, user: body.user };
}
/** An invitation of somebody new. */
async function anInviter(maxUses = 1) {
  const ann = await aVerifiedUser();
  return { ann, link: await invite(ann, { kind: 'friend', maxUses }) };
}
const verify = async (person: Person) =>
  person.call(contract.verifyEmail, { token: await verificationToken(person.email) });

const age = () =>
  app.database.sql`update invite_uses set used_at = now() - interval '49 hours' where accepted_at is null`;
const sweep = () =>
  createInvites({
    database: app.database,
    maxGroupSize: 10,
    transact: (work) => app.database.transaction((tx) => work(tx, () => {})),
  }).sweep();

describe('[INV-10] of 20 people who accept an invitation with one use left at the same moment', () => {
  test.each(['friend', 'chat'] as const)(
    'exactly one succeeds (%s)',
    async (kind) => {
      const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
      const chatId = await aChat(ann, bob, cat);
      const link = await invite(ann, { kind, maxUses: 2, ...(kind === 'chat' && { chatId }) });
      expect((await accept(await aVerifiedUser(), link)).status).toBe(200);
      const guests: Person[] = [];
      while (guests.length < 20) guests.push(await aVerifiedUser());
      const answers = await Promise.all(guests.map((guest) => untilAnswered(() => accept(guest, link))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
      const { members } = (await ann.call(contract.getChat, { chatId })).body.data;
      expect(members).toHaveLength(kind === 'chat' ? 5 : 3);
      expect((await ann.call(contract.getFriends, {})).body.data).toHaveLength(kind === 'friend' ? 4 : 2);
      expect(await usesOf(ann)).toEqual([2]);
      expect(await statusOfLink(link)).toBe(404);
    },
    120_000,
  );

  test('one person who accepts 20 times counts once', async () => {
    const [{ ann, link }, guest] = [await anInviter(5), await aVerifiedUser()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilAnswered(() => accept(guest, link))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.chatId}`)).size).toBe(1);
    expect(await usesOf(ann)).toEqual([1]);
  });

  test('revoking, deleting the group and the account of the creator end it without an error', async () => {
    for (const end of ['revoke', 'chat', 'account'] as const) {
      const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
      const chatId = await aChat(ann, bob, cat);
      const link = await invite(ann, { kind: 'chat', chatId });
      const friendLink = await invite(ann, { kind: 'friend' });
      const guests = await Promise.all(Array.from({ length: 8 }, () => aVerifiedUser()));
      const ending = {
        revoke: () => ann.call(contract.revokeInvite, { id: link._id }),
        chat: () => ann.call(contract.deleteChat, { chatId }),
        account: () => ann.call(contract.deleteAccount, { password: ann.password }),
      }[end];
      const [ended, ...answers] = await Promise.all([
        ending(),
        ...guests.map((guest, index) => accept(guest, index % 2 === 0 ? link : friendLink)),
      ]);
      expect([end, ended.status]).toEqual([end, 200]);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
    }
  });
});

describe('[INV-11] signing up with an invitation', () => {
  test('keeps a use until the account is verified, which spends it, whether it accepts or not', async () => {
    const { ann, link } = await anInviter();
    const guest = await register(link.token);
    expect(await statusOfLink(link)).toBe(404);
    expect((await accept(await aVerifiedUser(), link)).status).toBe(404);
    expect((await accept(guest, link)).status).toBe(403);
    await verify(guest);
    await age();
    await sweep();
    expect([await statusOfLink(link), await usesOf(ann)]).toEqual([404, [1]]);
    await register(link.token);
    expect((await accept(guest, link)).status).toBe(200);
    expect(await usesOf(ann)).toEqual([1]);
  });

  test('works with Google for new accounts, and for the one that signed up with it: the one use is kept', async () => {
    const { ann, link } = await anInviter(2);
    const enter = async (email: string, client = app.client()) => {
      google.addToken(email, { aud: clientId, sub: email, email, email_verified: true, name: 'Owner' });
      return client.call(contract.googleLogin, { access_token: email, invite: link.token });
    };
    await enter((await aVerifiedUser()).email);
    expect(await usesOf(ann)).toEqual([0]);
    const newcomer = app.client();
    await enter('new@example.org', newcomer);
    expect(await usesOf(ann)).toEqual([1]);
    expect((await newcomer.call(contract.acceptInvite, { token: link.token })).status).toBe(200);

    const [{ email, user }, client] = [await register(link.token), app.client()];
    const answer = await enter(email, client);
    expect([answer.status, answer.body.user.id]).toEqual([200, user.id]);
    expect(await usesOf(ann)).toEqual([2]);
    expect((await client.call(contract.acceptInvite, { token: link.token })).status).toBe(200);
  });

  test('[REG-2] that cannot be used works all the same', async () => {
    const { link } = await anInviter();
    await accept(await aVerifiedUser(), link);
    const guest = await register(link.token);
    await register('x'.repeat(43));
    await verify(guest);
    expect((await accept(guest, link)).status).toBe(404);
  });

  test('frees the use when the account is not verified within 48 hours', async () => {
    const { ann, link } = await anInviter();
    const late = await register(link.token);
    await age();
    expect([await statusOfLink(link), await usesOf(ann)]).toEqual([200, [0]]);
    const next = await register(link.token);
    await verify(late);
    expect((await accept(late, link)).status).toBe(404);
    await verify(next);
    expect((await accept(next, link)).status).toBe(200);
    await age();
    expect(await statusOfLink(link)).toBe(404);
  });

  test('frees the use also when that account was deleted, and late ones can still come while a use is left', async () => {
    const { link } = await anInviter();
    const gone = await register(link.token);
    await gone.call(contract.deleteAccount, { password: gone.password });
    expect(await statusOfLink(link)).toBe(404);
    await age();
    await sweep();
    const [row] = await app.database.sql`select uses from invites where id = ${link._id}`;
    expect(row).toEqual({ uses: 0 });
    const late = await register(link.token);
    await age();
    await verify(late);
    expect((await accept(late, link)).status).toBe(200);
  });
});

test('[INV-12] what could not be used for a week is removed', async () => {
  const ann = await aVerifiedUser();
  const create = (maxUses?: number) => invite(ann, { kind: 'friend', ...(maxUses && { maxUses }) });
  const [expired, usedUp, kept] = [await create(), await create(1), await create(1)];
  for (const link of [usedUp, kept]) await accept(await aVerifiedUser(), link);
  const { sql } = app.database;
  await sql`update invites set expires_at = now() - interval '8 days' where id = ${expired._id}`;
  await sql`update invite_uses set used_at = now() - interval '8 days' where invite_id = ${usedUp._id}`;
  await sweep();
  expect((await ann.call(contract.getInvites, {})).body.data.map(({ _id }) => _id)).toEqual([kept._id]);
});
