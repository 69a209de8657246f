import { getUser, initialsOf, maskEmailOfOther, sendFriendRequest } from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { renderGeneratedAvatar } from './generated-avatar.ts';

const app = useTestApp();
const { aVerifiedUser } = people(app);

let ann: Person;
let bob: Person;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann Lee' });
  bob = await aVerifiedUser({ name: '<b>&"Bob\'' });
});

describe('[USR-1] looking up a person', () => {
  test('returns the address to its owner but not to a stranger', async () => {
    const { id } = ann.user;
    const identity = { _id: id, id, name: 'Ann Lee', avatar: `/api/avatars/${id}.svg` };
    expect((await ann.call(getUser, { id })).body).toEqual({ user: { ...identity, email: ann.email } });
    expect((await bob.call(getUser, { id })).body).toEqual({ user: identity });
  });

  test('shows the full address to friends, and a masked one while a request is pending', async () => {
    const [cat, dan] = [await aVerifiedUser(), await aVerifiedUser()];
    const seen = async (viewer: Person, { user }: Person) =>
      (await viewer.call(getUser, { id: user.id })).body.user.email;
    await cat.call(sendFriendRequest, { friendId: dan.user.id });
    expect([await seen(dan, cat), await seen(cat, dan)]).toEqual(
      [cat, dan].map(({ email }) => maskEmailOfOther(email)),
    );
    await dan.call(sendFriendRequest, { friendId: cat.user.id });
    expect([await seen(dan, cat), await seen(cat, dan)]).toEqual([cat.email, dan.email]);
  });

  test('[CHT-223] returns since when two people are friends to those two only', async () => {
    const [cat, dan, eve] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    await cat.call(sendFriendRequest, { friendId: dan.user.id });
    const since = async (viewer: Person) => (await viewer.call(getUser, { id: cat.user.id })).body.user.friendsSince;
    expect(await since(dan)).toBeUndefined();
    await dan.call(sendFriendRequest, { friendId: cat.user.id });
    expect(await since(dan)).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await since(cat)).toBeUndefined();
    const seenByStranger = (await eve.call(getUser, { id: cat.user.id })).body.user;
    expect(Object.keys(seenByStranger).toSorted()).toEqual(['_id', 'avatar', 'id', 'name']);
  });

  test.each([
    ['?id=00000000-0000-7000-8000-000000000000', 404],
    ['', 400],
    ['?id=', 400],
    ['?id=1', 400],
    ['?id[]=x', 400],
    ['?id=a&id=b', 400],
    [`?id=${'x'.repeat(5000)}`, 400],
  ])('with %s answers %i', async (query, status) => {
    expect((await ann.send('GET', `/api/users/get${query}`)).status).toBe(status);
  });
});

describe('[USR-2] the generated picture', () => {
  test('shows initials and is cached until the name changes', async () => {
    const answer = await bob.send('GET', ann.user.avatar);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain('>AL</text>');
    const etag = answer.headers.get('etag') ?? '';
    expect((await bob.send('GET', ann.user.avatar, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('escapes special characters in names', async () => {
    const { text } = await ann.send('GET', bob.user.avatar);
    expect(text).toContain('>&lt;</text>');
  });

  test.each(['x.svg', '00000000-0000-7000-8000-000000000000.svg', '..%2f..%2fx.svg'])(
    'does not exist for %s',
    async (name) => {
      expect((await ann.send('GET', `/api/avatars/${name}`)).status).toBe(404);
    },
  );

  test.each([
    ['Ann Lee', 'AL'],
    ['ann', 'A'],
    ['Nguyễn Thị Ánh', 'NÁ'],
    ['👩‍👩‍👧 Family', 'F'],
    ['Weekend hike ⛰️', 'WH'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['  ', ''],
  ])('shows for the name %j the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test('keeps its colours when the name changes', () => {
    const id = '0190d6e4-0000-7000-8000-000000000001';
    const colours = (picture: string) => picture.match(/stop-color="[^"]+"/g);
    expect(colours(renderGeneratedAvatar(id, 'Ann'))).toEqual(colours(renderGeneratedAvatar(id, 'Bob')));
  });
});
