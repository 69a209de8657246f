import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, chats, detailOf, leave, removeFrom, textsOf } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, anotherDevice, befriend, users } = chats(app);

let ann: Person, bob: Person, cat: Person, dan: Person, chatId: contract.ChatId;
beforeEach(async () => {
  [ann, bob, cat, dan] = await users('Ann', 'Bob', 'Cat', 'Dan');
  chatId = await aChat(ann, bob, cat, dan);
});

const setRole = (caller: Person, target: Person, role: contract.GroupRole) =>
  caller.call(contract.setMemberRole, { chatId, memberId: target.user.id, role });
const rolesFor = async (person: Person) =>
  Object.fromEntries((await detailOf(person, chatId)).members.map(({ name, role }) => [name, role]));
const refused = (status: number, message: string) => ({ status, body: { message } });

describe('[CHT-400] [CHT-401] the owner', () => {
  test('makes a member an admin and a member again, which all devices learn; a repeat changes nothing', async () => {
    expect(await rolesFor(cat)).toEqual({ Ann: 'owner', Bob: 'member', Cat: 'member', Dan: 'member' });
    const devices = [await connect(app, await anotherDevice(ann)), await connect(app, cat)];
    expect((await setRole(ann, bob, 'admin')).status).toBe(200);
    for (const device of devices) expect(await device.waitFor('updateChat')).toEqual([chatId]);
    expect(await rolesFor(cat)).toEqual({ Ann: 'owner', Bob: 'admin', Cat: 'member', Dan: 'member' });
    const repeats = [await setRole(ann, bob, 'admin'), await setRole(ann, ann, 'owner')];
    for (let time = 0; time < 2; time += 1) repeats.push(await setRole(ann, bob, 'member'));
    expect(repeats.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rolesFor(cat)).toEqual({ Ann: 'owner', Bob: 'member', Cat: 'member', Dan: 'member' });
    const texts = ['Ann created the group', 'Ann made Bob an admin', 'Ann removed Bob as an admin'];
    expect(await textsOf(dan, chatId)).toEqual(texts);
  });

  test('hands the group over, and becomes an admin', async () => {
    await setRole(ann, bob, 'admin');
    expect((await setRole(ann, bob, 'owner')).status).toBe(200);
    expect(await rolesFor(dan)).toEqual({ Ann: 'admin', Bob: 'owner', Cat: 'member', Dan: 'member' });
    expect((await detailOf(dan, chatId)).ownerId).toBe(bob.user.id);
    expect((await textsOf(dan, chatId)).at(-1)).toBe('Ann made Bob the owner');
    expect(await setRole(ann, cat, 'admin')).toMatchObject(refused(403, contract.groupTexts.ownerSetsRoles));
    // The new owner may take the role away again, as from any other admin.
    expect((await setRole(bob, ann, 'member')).status).toBe(200);
    expect(await rolesFor(dan)).toEqual({ Ann: 'member', Bob: 'owner', Cat: 'member', Dan: 'member' });
  });

  test('cannot lose the role without handing it over, or give one to who is no member', async () => {
    for (const role of ['admin', 'member'] as const) {
      expect(await setRole(ann, ann, role)).toMatchObject(refused(400, contract.groupTexts.handOverFirst));
    }
    const [eve] = await users('Eve');
    await leave(chatId, bob);
    for (const role of ['owner', 'admin', 'member'] as const) {
      for (const target of [eve, bob]) {
        expect(await setRole(ann, target, role)).toMatchObject(refused(404, 'Member not found'));
      }
    }
    const whole = { chatId, memberId: cat.user.id, role: 'admin' };
    const changes = [{ role: 'king' }, { role: null }, { memberId: 'x' }];
    for (const body of [{}, [whole], ...changes.map((change) => ({ ...whole, ...change }))]) {
      expect((await ann.send('PUT', contract.setMemberRole.path, { body })).status).toBe(400);
    }
    expect(await rolesFor(ann)).toEqual({ Ann: 'owner', Cat: 'member', Dan: 'member' });
  });
});

test('[CHT-402] members are removed by admins, who remove neither the owner nor each other, and return as members', async () => {
  await setRole(ann, bob, 'admin');
  await setRole(ann, cat, 'admin');
  const { adminsRemove, ownerRemovesAdmins, ownerStays } = contract.groupTexts;
  expect(await removeFrom(chatId, dan, bob)).toMatchObject(refused(403, adminsRemove));
  expect(await removeFrom(chatId, bob, cat)).toMatchObject(refused(403, ownerRemovesAdmins));
  expect(await removeFrom(chatId, bob, ann)).toMatchObject(refused(403, ownerStays));
  expect((await removeFrom(chatId, bob, dan)).status).toBe(200);
  expect((await textsOf(ann, chatId)).at(-1)).toBe('Bob removed Dan');
  await addTo(chatId, ann, dan);
  expect((await removeFrom(chatId, ann, cat)).status).toBe(200);
  await addTo(chatId, ann, cat);
  expect(await rolesFor(ann)).toEqual({ Ann: 'owner', Bob: 'admin', Cat: 'member', Dan: 'member' });
});

describe('[CHT-403] when the owner leaves, the group passes', () => {
  test('to the longest-standing admin, although there are older members', async () => {
    // Later than the others.
    const [eve] = await users('Eve');
    await befriend(ann, eve);
    await addTo(chatId, ann, eve);
    await setRole(ann, eve, 'admin');
    await leave(chatId, ann);
    expect(await rolesFor(bob)).toEqual({ Bob: 'member', Cat: 'member', Dan: 'member', Eve: 'owner' });
    // An owner is not marked as an admin: after handing over and back, no role remains.
    await setRole(eve, bob, 'owner');
    await setRole(bob, eve, 'member');
    expect(await rolesFor(bob)).toEqual({ Bob: 'owner', Cat: 'member', Dan: 'member', Eve: 'member' });
  });

  test('to the longest-standing member if there are no admins', async () => {
    // All joined at the same moment, so that their ids decide.
    const next = (await detailOf(ann, chatId)).members.find(({ _id }) => _id !== ann.user.id);
    await leave(chatId, ann);
    expect((await detailOf(bob, chatId)).ownerId).toBe(next?._id);
  });

  test('and a chat of two has no roles any more, nor any left when it grows again', async () => {
    await setRole(ann, bob, 'admin');
    await setRole(ann, cat, 'admin');
    for (const person of [dan, ann]) await leave(chatId, person);
    expect(await rolesFor(bob)).toEqual({ Bob: 'member', Cat: 'member' });
    await befriend(bob, dan);
    await addTo(chatId, bob, dan);
    const { members, ownerId } = await detailOf(bob, chatId);
    expect(members.map(({ role }) => role).toSorted()).toEqual(['member', 'member', 'owner']);
    expect([bob.user.id, cat.user.id]).toContain(ownerId);
  });
});

describe('[CHT-404] of two changes at once', () => {
  const ownersOf = async (person: Person) =>
    (await detailOf(person, chatId)).members.filter(({ role }) => role === 'owner').map(({ name }) => name);

  test('one hand-over happens, the other is refused, and there is one owner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([setRole(ann, bob, 'owner'), setRole(ann, cat, 'owner')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const [owner, ...others] = await ownersOf(dan);
      expect(others).toEqual([]);
      await setRole(owner === 'Bob' ? bob : cat, ann, 'owner');
    }
  });

  test('the owner removes an admin who removes the owner', async () => {
    await setRole(ann, bob, 'admin');
    const [byOwner, byAdmin] = await Promise.all([removeFrom(chatId, ann, bob), removeFrom(chatId, bob, ann)]);
    expect(byOwner.status).toBe(200);
    // The owner is protected as long as the admin is there, and afterwards the admin sees no chat.
    expect([403, 404]).toContain(byAdmin.status);
    expect(await rolesFor(ann)).toEqual({ Ann: 'owner', Cat: 'member', Dan: 'member' });
  });

  test('an admin who is demoted removes a member before it or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      await setRole(ann, bob, 'admin');
      const [, removal] = await Promise.all([setRole(ann, bob, 'member'), removeFrom(chatId, bob, dan)]);
      const texts = (await textsOf(ann, chatId)).slice(-2);
      const removed = texts.indexOf('Bob removed Dan');
      expect(removal.status).toBe(removed === -1 ? 403 : 200);
      expect(removed).toBeLessThan(texts.indexOf('Ann removed Bob as an admin'));
      if (removal.status === 200) await addTo(chatId, ann, dan);
    }
  });

  test('a member who leaves does not become the owner, or passes the group on', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [handOver, left] = await Promise.all([setRole(ann, bob, 'owner'), leave(chatId, bob)]);
      expect([200, 404]).toContain(handOver.status);
      expect(left.status).toBe(200);
      // Only Ann is an admin if Bob was the owner, so the group returns to her.
      expect(await ownersOf(ann)).toEqual(['Ann']);
      await addTo(chatId, ann, bob);
    }
  });

  test('the owner who leaves cannot hand over afterwards', async () => {
    const [left, handOver] = await Promise.all([leave(chatId, ann), setRole(ann, bob, 'owner')]);
    expect(left.status).toBe(200);
    expect([200, 404]).toContain(handOver.status);
    expect(await ownersOf(bob)).toHaveLength(1);
  });
});
