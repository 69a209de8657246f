import * as contract from '@chat-app/contract';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startGoogleStandIn } from '../../../../e2e/stand-ins/google.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { hashToken } from '../../platform/tokens.ts';
import { inviteRepository } from './invites.repository.ts';
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

describe('[INV-10] of 50 people who accept an invitation with one use left at the same moment', () => {
  test.each(['friend', 'chat'] as const)(
    'exactly one succeeds (%s)',
    async (kind) => {
      const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
      const chatId = await aChat(ann, bob, cat);
      const link = await invite(ann, { kind, maxUses: 2, ...(kind === 'chat' && { chatId }) });
      expect((await accept(await aVerifiedUser(), link)).status).toBe(200);
      const guests: Person[] = [];
      while (guests.length < 50) guests.push(await aVerifiedUser());
      const answers = await Promise.all(guests.map((guest) => untilAnswered(() => accept(guest, link))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
      const { members } = (await ann.call(contract.getChat, { chatId })).body.data;
      expect(members).toHaveLength(kind === 'chat' ? 5 : 3);
      expect((await ann.call(contract.getFriends, {})).body.data).toHaveLength(kind === 'friend' ? 4 : 2);
      expect(await usesOf(ann)).toEqual([2]);
      expect(await statusOfLink(link)).toBe(404);
    },
    120_000,
  );

  test('one person who accepts 20 times counts once', async () => {
    const [ann, guest] = [await aVerifiedUser(), await aVerifiedUser()];
    const link = await invite(ann, { kind: 'friend', maxUses: 5 });
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
  test('keeps a use for the account until it is verified and accepts', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    const guest = await register(link.token);
    expect(await statusOfLink(link)).toBe(404);
    expect((await accept(await aVerifiedUser(), link)).status).toBe(404);
    expect((await accept(guest, link)).status).toBe(403);
    await verify(guest);
    expect((await accept(guest, link)).status).toBe(200);
    expect(await usesOf(ann)).toEqual([1]);
  });

  test('works with Google, for new accounts only', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    const known = { aud: clientId, sub: 'sub-known', email: 'known@example.org', email_verified: true, name: 'Known' };
    google.addToken('known', known);
    google.addToken('new', { ...known, sub: 'sub-new', email: 'new@example.org' });
    await app.client().call(contract.googleLogin, { access_token: 'known' });
    await app.client().call(contract.googleLogin, { access_token: 'known', invite: link.token });
    expect(await usesOf(ann)).toEqual([0]);
    const client = app.client();
    await client.call(contract.googleLogin, { access_token: 'new', invite: link.token });
    expect(await usesOf(ann)).toEqual([1]);
    expect((await client.call(contract.acceptInvite, { token: link.token })).status).toBe(200);
  });

  test('that cannot be used works all the same', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    await accept(await aVerifiedUser(), link);
    const guest = await register(link.token);
    await register('x'.repeat(43));
    await verify(guest);
    expect((await accept(guest, link)).status).toBe(404);
  });

  test('50 times at the same moment keeps one use', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    const guests = await Promise.all(Array.from({ length: 50 }, () => register(link.token)));
    expect(await usesOf(ann)).toEqual([1]);
    const rows = await app.database.sql`select from invite_uses where invite_id = ${link._id}`;
    expect([rows.length, guests.length]).toEqual([1, 50]);
  }, 120_000);

  test('with Google and the link that somebody used with the same address keeps the one use', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 2 });
    const { email, user } = await register(link.token);
    google.addToken('taken', { aud: clientId, sub: 'sub-taken', email, email_verified: true, name: 'Owner' });
    const client = app.client();
    const answer = await client.call(contract.googleLogin, { access_token: 'taken', invite: link.token });
    expect([answer.status, answer.body.user.id]).toEqual([200, user.id]);
    expect(await usesOf(ann)).toEqual([1]);
    expect((await client.call(contract.acceptInvite, { token: link.token })).status).toBe(200);
  });

  test('and verifying the address spends the use, whether it is accepted or not', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    const guest = await register(link.token);
    await verify(guest);
    await age();
    await sweep();
    expect([await statusOfLink(link), await usesOf(ann)]).toEqual([404, [1]]);
    await register(link.token);
    expect((await accept(guest, link)).status).toBe(200);
    expect(await usesOf(ann)).toEqual([1]);
  });

  test('frees the use when the account is not verified within 48 hours', async () => {
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
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
    const ann = await aVerifiedUser();
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    const gone = await register(link.token);
    await gone.call(contract.deleteAccount, { password: gone.password });
    expect(await statusOfLink(link)).toBe(404);
    await app.database.sql`update invite_uses set used_at = now() - interval '49 hours'`;
    await sweep();
    const [row] = await app.database.sql`select uses from invites where id = ${link._id}`;
    expect(row).toEqual({ uses: 0 });
    const late = await register(link.token);
    await app.database.sql`update invite_uses set used_at = now() - interval '49 hours'`;
    await verify(late);
    expect((await accept(late, link)).status).toBe(200);
  });
});

test('[INV-11] a sweep waits for somebody who uses the invitation, and leaves the uses to them', async () => {
  const ann = await aVerifiedUser();
  const link = await invite(ann, { kind: 'friend', maxUses: 1 });
  await register(link.token);
  await age();
  let tries = 0;
  let swept = Promise.resolve();
  await app.database.transaction(async (tx) => {
    tries += 1;
    await inviteRepository.findLocked(tx, hashToken(link.token));
    swept = sweep();
    const isWaiting = async () => {
      const waiting = await app.database.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    await vi.waitUntil(isWaiting);
    // Fails if the sweep holds it.
    await tx`select from invite_uses where invite_id = ${link._id} for update nowait`;
    const use = { inviteId: link._id, userId: ann.user.id, isAccepted: true };
    expect(await inviteRepository.addUse(tx, use)).toBe(true);
  });
  await swept;
  expect([tries, await usesOf(ann)]).toEqual([1, [1]]);
});

test('[INV-12] what could not be used for a week is removed', async () => {
  const ann = await aVerifiedUser();
  const [expired, usedUp, kept] = [
    await invite(ann, { kind: 'friend' }),
    await invite(ann, { kind: 'friend', maxUses: 1 }),
    await invite(ann, { kind: 'friend', maxUses: 1 }),
  ];
  const { sql } = app.database;
  await accept(await aVerifiedUser(), usedUp);
  await accept(await aVerifiedUser(), kept);
  await sql`update invites set expires_at = now() - interval '8 days' where id = ${expired._id}`;
  await sql`update invite_uses set used_at = now() - interval '8 days' where invite_id = ${usedUp._id}`;
  await sweep();
  expect((await ann.call(contract.getInvites, {})).body.data.map(({ _id }) => _id)).toEqual([kept._id]);
});
