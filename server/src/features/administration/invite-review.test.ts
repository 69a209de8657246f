import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { unknownId } from '../../../test/permissions/endpoints.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { aChat, anAdministrator, aVerifiedUser } = people(app);

const invite = async (person: Person, wanted: contract.InputOf<typeof contract.createInvite>) =>
  (await person.call(contract.createInvite, wanted)).body.invite;
const listOf = async (admin: Person) => (await admin.call(contract.getAdminInvites, {})).body.data;
const idsOf = async (admin: Person) => (await listOf(admin)).map(({ _id }) => _id);
const revoke = (admin: Person, id: contract.InviteId) => admin.call(contract.revokeAnyInvite, { id });
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function aGroup() {
  const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser()];
  const chatId = await aChat(ann, bob, await aVerifiedUser());
  await ann.call(contract.editChat, { chatId, name: 'Hikers' });
  return { admin, ann, bob, chatId };
}

describe('[ADM-15] the invitations of everybody', () => {
  test('are listed, newest first, without links, members and messages', async () => {
    const { admin, ann, bob, chatId } = await aGroup();
    const expiresAt = inAnHour();
    const group = await invite(ann, { kind: 'chat', chatId, expiresAt, maxUses: 5 });
    await (await aVerifiedUser()).call(contract.acceptInvite, { token: group.token });
    const friend = await invite(bob, { kind: 'friend' });
    const { avatar, name } = bob.user;
    expect((await listOf(admin)).slice(0, 2)).toEqual([
      {
        _id: friend._id,
        kind: 'friend',
        creator: { _id: bob.user.id, name, avatar },
        chatName: null,
        createdAt: friend.createdAt,
        expiresAt: null,
        maxUses: null,
        uses: 0,
      },
      {
        _id: group._id,
        kind: 'chat',
        creator: { _id: ann.user.id, name: 'Ann', avatar: ann.user.avatar },
        chatName: 'Hikers',
        createdAt: group.createdAt,
        expiresAt,
        maxUses: 5,
        uses: 1,
      },
    ]);
  });

  test('are listed while they can be used', async () => {
    const { admin, ann, bob, chatId } = await aGroup();
    const kept = await invite(ann, { kind: 'friend' });
    const usedUp = await invite(ann, { kind: 'friend', maxUses: 1 });
    await (await aVerifiedUser()).call(contract.acceptInvite, { token: usedUp.token });
    const ofSuspended = await invite(bob, { kind: 'friend' });
    await admin.call(contract.suspendPerson, { id: bob.user.id });
    const toGroup = await invite(ann, { kind: 'chat', chatId });
    await ann.call(contract.leaveChat, { chatId });

    const ids = await idsOf(admin);
    expect(ids[0]).toBe(kept._id);
    for (const { _id } of [usedUp, ofSuspended, toGroup]) expect(ids).not.toContain(_id);
    await admin.call(contract.resumePerson, { id: bob.user.id });
    expect((await idsOf(admin))[0]).toBe(ofSuspended._id);
  });

  test('come in full pages, although others among them cannot be used, and each once', async () => {
    const [admin, ann] = [await anAdministrator(), await aVerifiedUser()];
    await app.database.sql`delete from invites`;
    const created: contract.InviteId[] = [];
    for (let index = 0; index < 12; index += 1) created.unshift((await invite(ann, { kind: 'friend' }))._id);
    const unusable = created.slice(2, 8);
    await app.database.sql`update invites set expires_at = now() where id = any(${unusable})`;
    const seen: contract.InviteId[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: contract.OutputOf<typeof contract.getAdminInvites> } = await admin.call(
        contract.getAdminInvites,
        cursor === null ? { limit: 3 } : { limit: 3, cursor },
      );
      seen.push(...body.data.map(({ _id }) => _id));
      sizes.push(body.data.length);
      cursor = body.cursor;
      // One that is created meanwhile is on none of the following pages.
      await invite(ann, { kind: 'friend' });
    } while (cursor !== null);
    expect(seen).toEqual(created.filter((id) => !unusable.includes(id)));
    expect(sizes).toEqual([3, 3]);
    for (const query of ['cursor=x', 'limit=0', 'limit=101', 'limit=x']) {
      expect([query, (await admin.send('GET', `/api/admin/invites?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

test('[ADM-15] revoking the invitation of somebody ends its link, and is recorded once with its creator', async () => {
  const [admin, ann, bob] = [await anAdministrator(), await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser()];
  const link = await invite(ann, { kind: 'friend' });
  expect((await revoke(ann, link._id)).status).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => revoke(admin, link._id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  const unknown = await revoke(admin, contract.InviteId.parse(unknownId));
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Invitation not found' } });
  expect(await idsOf(admin)).not.toContain(link._id);
  expect((await bob.call(contract.acceptInvite, { token: link.token })).status).toBe(404);
  expect((await ann.call(contract.getInvites, {})).body.data).toEqual([]);
  const { data } = (await admin.call(contract.getAudit, { actor: admin.user.id })).body;
  expect(data).toMatchObject([
    { action: 'invite.revoke', target: { _id: ann.user.id, name: 'Ann' }, detail: 'to become friends' },
  ]);
});
