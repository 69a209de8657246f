import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, anUnverifiedUser, befriend } = people(app);

const ask = (person: Person, other: Person) => person.call(contract.sendFriendRequest, { friendId: other.user.id });
const received = async (person: Person) => (await person.call(contract.getFriendRequests, {})).body.data;
const sent = async (person: Person) => (await person.call(contract.getSentRequests, {})).body.data;
const friends = async (person: Person) => (await person.call(contract.getFriends, {})).body.data;
const requestTo = async (person: Person) => (await received(person))[0]?._id ?? asId<contract.FriendRequestId>('');
const party = ({ user: { id, name, avatar, email } }: Person) => ({ _id: id, id, name, avatar, email });
const masked = (person: Person) => ({ ...party(person), email: contract.maskEmailOfOther(person.email) });

let ann: Person;
let bob: Person;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann Lee' });
  bob = await aVerifiedUser({ name: 'Bob Ray' });
});

describe('[FRD-20] a friend request', () => {
  test('is listed for both, sent to its recipient live, once, and becomes a friendship when accepted', async () => {
    const [cat, dan] = [await aVerifiedUser({ name: 'Cat' }), await aVerifiedUser({ name: 'Dan' })];
    const [catsPhone, dansPhone] = [await connect(app, cat), await connect(app, dan)];
    expect((await ask(cat, dan)).status).toBe(200);
    expect(await ask(cat, dan)).toMatchObject({ status: 409, body: { code: 'request_exists' } });

    const [request] = await received(dan);
    expect(request).toMatchObject({ user1: masked(cat), user2: party(dan) });
    expect(await sent(cat)).toEqual([{ ...request, user1: party(cat), user2: masked(dan) }]);
    expect(await dansPhone.waitFor('friendRequest')).toEqual([request]);

    const requestId = await requestTo(dan);
    expect((await dan.call(contract.acceptFriendRequest, { requestId })).status).toBe(200);
    expect(await catsPhone.waitFor('friendRequestAccepted')).toEqual([{ ...request, user1: party(cat) }]);
    await dansPhone.waitFor('friendRequestAccepted');
    expect(await friends(cat)).toEqual([{ ...party(dan), status: 'friend' }]);
    expect(await friends(dan)).toEqual([{ ...party(cat), status: 'friend' }]);
    expect([await received(dan), await sent(cat)]).toEqual([[], []]);
    for (const answer of [await ask(cat, dan), await ask(dan, cat)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'already_friends' } });
  });

  test('made, or accepted and cancelled, at the same moment by both has one outcome', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [cat, dan] = [await aVerifiedUser(), await aVerifiedUser()];
      expect((await Promise.all([ask(cat, dan), ask(dan, cat)])).map(({ status }) => status)).toEqual([200, 200]);
      expect([(await friends(cat)).length, (await friends(dan)).length]).toEqual([1, 1]);
      expect(await received(cat)).toEqual([]);

      const eve = await aVerifiedUser();
      await ask(cat, eve);
      const requestId = await requestTo(eve);
      const answers = await Promise.all([
        eve.call(contract.acceptFriendRequest, { requestId }),
        cat.call(contract.cancelFriendRequest, { requestId }),
      ]);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404]);
      expect(await friends(eve)).toHaveLength(answers[0].status === 200 ? 1 : 0);
    }
  });

  test('that is rejected or cancelled leaves both lists, is sent to both, and can be made again', async () => {
    const [cat, dan] = [await aVerifiedUser(), await aVerifiedUser()];
    const devices = [await connect(app, cat), await connect(app, dan)];
    const endings = [
      (requestId: contract.FriendRequestId) => dan.call(contract.rejectFriendRequest, { requestId }),
      (requestId: contract.FriendRequestId) => cat.call(contract.cancelFriendRequest, { requestId }),
    ];
    for (const end of endings) {
      await ask(cat, dan);
      const requestId = await requestTo(dan);
      for (const device of devices) {
        await device.settle();
        device.received.length = 0;
      }
      expect((await end(requestId)).status).toBe(200);
      expect([await received(dan), await sent(cat)]).toEqual([[], []]);
      for (const device of devices) await device.waitFor('friendshipsChanged');
      expect((await end(requestId)).status).toBe(404);
    }
    expect((await ask(cat, dan)).status).toBe(200);
  });
});

test('[FRD-21] a friend is found in the list of friends by literal name or address, and removed for both, once, and can be asked again', async () => {
  const [cat, dan] = [await aVerifiedUser({ name: 'Cat' }), await aVerifiedUser({ name: '100% Dan_y' })];
  await befriend(cat, dan);
  await befriend(cat, bob);
  const find = async (search: string) =>
    (await cat.call(contract.getFriends, { search })).body.data.map((friend) => friend.name);
  for (const search of ['dan', '%', 'n_y']) expect([search, await find(search)]).toEqual([search, ['100% Dan_y']]);
  expect([await find('d_n'), await find(bob.email)]).toEqual([[], ['Bob Ray']]);
  expect(await find('')).toEqual(['100% Dan_y', 'Bob Ray']);

  const dansPhone = await connect(app, dan);
  const remove = async () => (await cat.call(contract.removeFriend, { friendId: dan.user.id })).status;
  expect(await remove()).toBe(200);
  await dansPhone.waitFor('friendshipsChanged');
  expect(await friends(dan)).toEqual([]);
  expect([await remove(), (await ask(dan, cat)).status]).toEqual([404, 200]);
});

describe('[FRD-22] looking for people', () => {
  test('by name finds parts, prefixes first, never oneself or the unverified; strangers have no address', async () => {
    const [zoe, max] = [await aVerifiedUser({ name: 'Zoe Quill' }), await aVerifiedUser({ name: 'Max Quillson' })];
    const [qui, fay] = [await aVerifiedUser({ name: 'Quillon' }), await aVerifiedUser({ name: 'Fay Quillan' })];
    await anUnverifiedUser({ name: 'Quilly' });
    await ask(zoe, max);
    await befriend(zoe, fay);
    const { email: _, ...withoutEmail } = party(qui);
    const { body } = await zoe.call(contract.searchForFriends, { search: 'quill' });
    const others = [
      { ...party(fay), status: 'friend' },
      { ...masked(max), status: 'pending' },
    ];
    expect(body.data).toEqual([withoutEmail, ...others]);
  });

  test('by address is exact and ignores case', async () => {
    const found = async (email: string) => (await ann.call(contract.searchByEmail, { email })).body.data;
    expect(await found(bob.email.toUpperCase())).toEqual([masked(bob)]);
    for (const email of [ann.email, 'nobody@example.org']) expect(await found(email)).toEqual([]);
  });

  test('[SEC-200] a masked address cannot be revealed by searching requests for parts of it', async () => {
    const [cat, dan] = [await aVerifiedUser({ name: 'Cat' }), await aVerifiedUser({ name: 'Dan' })];
    await ask(cat, dan);
    const count = async (search: string) => [
      (await cat.call(contract.getSentRequests, { search })).body.data.length,
      (await dan.call(contract.getFriendRequests, { search })).body.data.length,
    ];
    for (const search of [dan.email, dan.email.slice(0, 7), '@example.org'])
      expect(await count(search)).toEqual([0, 0]);
    expect([await count('dan'), await count('cat')]).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('returns at most twenty people and takes wildcards literally', async () => {
    await Promise.all(Array.from({ length: 23 }, (_, index) => aVerifiedUser({ name: `Crowd ${index}` })));
    const find = (search: string) => ann.call(contract.searchForFriends, { search });
    expect((await find('crowd')).body.data).toHaveLength(20);
    expect((await find('%')).body.data.every(({ name }) => name.includes('%'))).toBe(true);
    expect((await find('a'.repeat(101))).status).toBe(400);
  });
});
