import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { anUploadedImage } from '../uploads/an-image.fixture.ts';
import { accept, chatOf, create, friendsOf, invitations, invite, listOf } from './invites.fixture.ts';
import { createInvites } from './invites.service.ts';

const app = useOwnTestApp(() => ({ MAX_GROUP_SIZE: '8' }));
const { aChat, addMembers, aGroup, anUnverifiedUser, aVerifiedUser, befriend, open } = invitations(app);

const messagesOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId, limit: 50 })).body.data;
/** Neither opened nor accepted. */
const expectUseless = async (person: Person, link: { token: string }) =>
  expect([(await open(link)).status, (await accept(person, link)).status]).toEqual([404, 404]);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('[INV-1] an invitation to become friends', () => {
  test('makes two people friends who land in their direct chat, also when one had asked the other before', async () => {
    const ann = await aVerifiedUser({ name: 'Ann' });
    const link = await invite(ann, { kind: 'friend' });
    expect(link.url).toBe(`http://localhost:${new URL(app.baseUrl).port}/invite/${link.token}`);
    const device = await connect(app, ann);
    for (const ask of ['nobody', 'ann', 'guest'] as const) {
      const guest = await aVerifiedUser({ name: 'Guest' });
      if (ask === 'ann') await ann.call(contract.sendFriendRequest, { friendId: guest.user.id });
      if (ask === 'guest') await guest.call(contract.sendFriendRequest, { friendId: ann.user.id });
      const { chatId } = (await accept(guest, link)).body;
      expect(await friendsOf(guest)).toEqual([ann.user.id]);
      expect((await chatOf(guest, chatId)).members.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Guest']);
      await device.waitFor('friendRequestAccepted', ({ user1, user2 }) => [user1.id, user2.id].includes(guest.user.id));
      await device.waitFor('joinChat', (joined) => joined === chatId);
      expect((await ann.call(contract.getFriendRequests, {})).body.data).toEqual([]);
    }
    expect(await listOf(ann)).toMatchObject([{ uses: 3, maxUses: null, isUsable: true }]);
  });

  test('leads friends to their chat, does not get around a block, nor reveals it, is not for its creator, and counts no use', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob);
    const link = await invite(ann, { kind: 'friend', maxUses: 1 });
    expect((await accept(bob, link)).body).toEqual({ chatId });
    await bob.call(contract.deleteChat, { chatId });
    expect((await accept(bob, link)).body).toEqual({ chatId });
    expect(await accept(ann, link)).toMatchObject({ status: 400, body: { message: contract.inviteTexts.own } });

    await ann.call(contract.blockUser, { userId: bob.user.id });
    const unknown = await accept(bob, { token: 'x'.repeat(43) });
    expect(await accept(bob, link)).toMatchObject({ status: 404, body: unknown.body });
    await bob.call(contract.blockUser, { userId: ann.user.id });
    await ann.call(contract.unblockUser, { userId: bob.user.id });
    expect((await accept(bob, link)).body).toMatchObject({ message: contract.answerTexts.unblockFirst });
    expect(await listOf(ann)).toMatchObject([{ uses: 0 }]);
  });
});

describe('[INV-2] an invitation to a group', () => {
  test('lets people in, who see messages from then on, with a notice for everybody, unless the group is full', async () => {
    const { ann, bob, chatId } = await aGroup();
    await bob.call(contract.sendMessage, { chatId, content: 'Before', type: 'text' });
    const link = await invite(ann, { kind: 'chat', chatId });
    const guest = await aVerifiedUser({ name: 'Guest' });
    const device = await connect(app, guest);
    expect((await accept(guest, link)).body).toEqual({ chatId });
    await device.waitFor('joinChat', (joined) => joined === chatId);
    const notice = expect.objectContaining({ type: 'system', content: 'Guest joined by invitation' });
    expect(await messagesOf(guest, chatId)).toEqual([notice]);
    expect((await messagesOf(bob, chatId))[0]).toEqual(notice);
    expect(await friendsOf(guest)).toEqual([]);
    expect((await accept(guest, link)).body).toEqual({ chatId });
    expect(await listOf(ann)).toMatchObject([{ uses: 1, chat: { _id: chatId, name: 'Hikers' } }]);
    await addMembers(chatId, 4);
    const full = { status: 400, body: { message: contract.answerTexts.groupFull } };
    expect(await accept(await aVerifiedUser(), link)).toMatchObject(full);
    expect(await listOf(ann)).toMatchObject([{ uses: 1 }]);
    // Each link lets somebody in once.
    await ann.call(contract.removeMember, { chatId, memberId: guest.user.id });
    expect((await accept(guest, link)).status).toBe(404);
    expect((await accept(guest, await invite(ann, { kind: 'chat', chatId }))).status).toBe(200);
  });

  test('works only while its creator may invite', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const guest = await aVerifiedUser();
    const link = await invite(ann, { kind: 'chat', chatId });
    const setRole = (role: contract.GroupRole) =>
      ann.call(contract.setMemberRole, { chatId, memberId: bob.user.id, role });
    await setRole('admin');
    const adminsLink = await invite(bob, { kind: 'chat', chatId });
    expect((await open(adminsLink)).status).toBe(200);
    await setRole('member');
    await expectUseless(guest, adminsLink);
    expect(await listOf(bob)).toMatchObject([{ isUsable: false }]);
    await setRole('admin');
    expect((await open(adminsLink)).status).toBe(200);
    // The former owner is an admin, who may invite, too.
    await setRole('owner');
    expect((await open(link)).status).toBe(200);
    await bob.call(contract.setMemberRole, { chatId, memberId: ann.user.id, role: 'member' });
    await expectUseless(guest, link);
    // Of two people: not a group any more.
    await cat.call(contract.leaveChat, { chatId });
    await expectUseless(guest, adminsLink);
    expect(await create(bob, { kind: 'chat', chatId })).toMatchObject({ status: 403 });
  });
});

test('[INV-13] somebody who was removed comes back by no link from before, until somebody adds them again', async () => {
  const { ann, chatId } = await aGroup();
  const guest = await aVerifiedUser();
  const [one, two] = [await invite(ann, { kind: 'chat', chatId }), await invite(ann, { kind: 'chat', chatId })];
  await accept(guest, one);
  await ann.call(contract.removeMember, { chatId, memberId: guest.user.id });
  for (const link of [one, two]) expect((await accept(guest, link)).status).toBe(404);
  expect((await open(two)).status).toBe(200);
  const later = await invite(ann, { kind: 'chat', chatId });
  expect((await accept(guest, later)).body).toEqual({ chatId });
  await ann.call(contract.removeMember, { chatId, memberId: guest.user.id });
  expect((await accept(guest, two)).status).toBe(404);
  await befriend(ann, guest);
  await ann.call(contract.addMembers, { chatId, members: [guest.user.id] });
  await guest.call(contract.leaveChat, { chatId });
  expect((await accept(guest, two)).body).toEqual({ chatId });
});

describe('[INV-3] a link', () => {
  test('is in the first answer only, stored as a hash, and shows who invites to whom without a session, members or addresses', async () => {
    const { ann, chatId } = await aGroup();
    const group = await invite(ann, { kind: 'chat', chatId });
    const shown = { name: 'Hikers', invitedBy: 'Ann', avatar: `/api/invites/avatar/${group.token}` };
    expect((await open(group)).body).toEqual({ invite: { kind: 'chat', ...shown, memberCount: 3 } });
    const friend = await invite(ann, { kind: 'friend', expiresAt: inAnHour(), maxUses: 10 });
    const person = { name: 'Ann', invitedBy: 'Ann', avatar: `/api/invites/avatar/${friend.token}` };
    expect((await open(friend)).body).toEqual({ invite: { kind: 'friend', ...person } });
    await app.database.sql`update chats set name = null where id = ${chatId}`;
    expect((await open(group)).body.invite.name).toBe('Ann’s group');

    const { token, url, ...listed } = friend;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(url).toContain(token);
    expect(await listOf(ann)).toEqual([listed, expect.objectContaining({ _id: group._id })]);
    const stored = JSON.stringify(
      await app.database.sql`select invites::text as text from invites where id = ${listed._id}`,
    );
    for (const text of [token, Buffer.from(token).toString('hex')]) expect(stored).not.toContain(text);
  });

  test('shows the picture to visitors, as long as it can be used', async () => {
    const { ann, chatId } = await aGroup();
    const link = await invite(ann, { kind: 'chat', chatId });
    const picture = () => app.client().send('GET', `/api/invites/avatar/${link.token}`);
    const generated = await picture();
    expect(generated.headers.get('content-type')).toContain('image/svg+xml');
    expect(generated.text).not.toContain(chatId);
    const url = await anUploadedImage(ann);
    await ann.call(contract.editChat, { chatId, avatar: url });
    const uploaded = await picture();
    expect(uploaded.headers.get('content-type')).toBe('image/png');
    expect([...uploaded.headers.values()].join()).not.toContain(url.split('/').at(-1));
    expect((await app.client().send('GET', url)).status).toBe(401);
    await ann.call(contract.revokeInvite, { id: link._id });
    expect((await picture()).status).toBe(404);
  });

  test('that was guessed, expired, used up or revoked is not found, with one answer for all', async () => {
    const [ann, eve] = [await aVerifiedUser(), await aVerifiedUser()];
    const expired = await invite(ann, { kind: 'friend', expiresAt: inAnHour() });
    await app.database.sql`update invites set expires_at = now() where id = ${expired._id}`;
    const usedUp = await invite(ann, { kind: 'friend', maxUses: 1 });
    await accept(await aVerifiedUser(), usedUp);
    const revoked = await invite(ann, { kind: 'friend' });
    const revoke = async (person: Person) => (await person.call(contract.revokeInvite, { id: revoked._id })).status;
    expect([await revoke(eve), await revoke(ann), await revoke(ann)]).toEqual([404, 200, 404]);
    const guessed = [{ token: 'A'.repeat(43) }, { token: revoked._id }, { token: '%00' }, { token: '../friend' }];
    const answers = [];
    for (const link of [...guessed, expired, usedUp, revoked]) {
      answers.push(await open(link), await accept(eve, link));
    }
    const body = { code: 'not_found', message: 'Invitation not found' };
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(answers.map(() => [404, body]));
    expect((await open({ token: 'x'.repeat(201) })).status).toBe(404);
    expect((await accept(await anUnverifiedUser(), usedUp)).status).toBe(403);
  });

  test('of a suspended account works again when the account does, and goes with it', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const link = await invite(ann, { kind: 'friend', maxUses: 2 });
    const suspend = (at: Date | null) =>
      app.database.sql`update users set suspended_at = ${at} where id = ${ann.user.id}`;
    await suspend(new Date());
    await expectUseless(bob, link);
    await suspend(null);
    expect([(await open(link)).status, (await accept(bob, link)).status]).toEqual([200, 200]);
    await bob.call(contract.deleteAccount, { password: bob.password });
    expect(await listOf(ann)).toMatchObject([{ uses: 1 }]);
    await ann.call(contract.deleteAccount, { password: ann.password });
    expect((await open(link)).status).toBe(404);
    expect(await app.database.sql`select from invites where id = ${link._id}`).toEqual([]);
  });
});

test('[INV-14] the same client id makes one invitation, also at the same moment, and none for something else', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const wanted = { kind: 'friend', clientId: asId<contract.ClientId>('first'), maxUses: 2 } as const;
  const answers = await Promise.all(Array.from({ length: 5 }, () => untilAnswered(() => create(ann, wanted))));
  // Where a busy server answered 503 after it had stored it, none is the first.
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
  const [first] = answers.map(({ body }) => body.invite);
  for (const { body } of answers) expect(body.invite).toEqual(first);
  expect(await listOf(ann)).toHaveLength(1);
  expect((await accept(bob, first as contract.NewInvite)).status).toBe(200);
  const [other] = [await invite(bob, wanted)];
  expect(other?.url).not.toBe(first?.url);
  expect((await invite(ann, { ...wanted, clientId: asId<contract.ClientId>('second') })).url).not.toBe(first?.url);
  const chatId = await aChat(ann, await aVerifiedUser(), await aVerifiedUser());
  expect((await create(ann, { ...wanted, kind: 'chat', chatId })).status).toBe(400);
});

test('[INV-4] what is not valid is refused', async () => {
  const { ann, chatId } = await aGroup();
  const past = new Date(Date.now() - 1000).toISOString();
  const refused = [
    ...[undefined, 'everybody', 5, 'chat'].map((kind) => ({ kind })),
    { kind: 'friend', chatId },
    { kind: 'chat', chatId: 'x' },
    ...[past, 'tomorrow', 5].map((expiresAt) => ({ kind: 'friend', expiresAt })),
    ...[0, 1.5, 1001, '1'].map((maxUses) => ({ kind: 'friend', maxUses })),
  ];
  for (const body of refused)
    expect([body, (await ann.send('POST', '/api/invites', { body })).status]).toEqual([body, 400]);
  expect(await listOf(ann)).toEqual([]);
});

test('[INV-12] what could not be used for a week is removed', async () => {
  const ann = await aVerifiedUser();
  const once = { kind: 'friend', maxUses: 1 } as const;
  const expired = await invite(ann, { kind: 'friend' });
  const [usedUp, kept] = [await invite(ann, once), await invite(ann, once)];
  for (const link of [usedUp, kept]) await accept(await aVerifiedUser(), link);
  const { sql } = app.database;
  await sql`update invites set expires_at = now() - interval '8 days' where id = ${expired._id}`;
  await sql`update invite_uses set used_at = now() - interval '8 days' where invite_id = ${usedUp._id}`;
  await createInvites({
    database: app.database,
    maxGroupSize: 8,
    transact: (work) => app.database.transaction((tx) => work(tx, () => {})),
  }).sweep();
  expect((await listOf(ann)).map(({ _id }) => _id)).toEqual([kept._id]);
});
