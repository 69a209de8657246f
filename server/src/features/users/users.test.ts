import { getUser, initialsOf, maskEmailOfOther, sendFriendRequest } from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { unknownId } from '../../../test/permissions/endpoints.ts';
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
  test('[CHT-223] shows the address to its owner and to friends, masked while a request is pending, and not to strangers', async () => {
    const [cat, dan] = [await aVerifiedUser(), await aVerifiedUser()];
    const seen = async (viewer: Person) => (await viewer.call(getUser, { id: cat.user.id })).body.user;
    const { id, name, avatar } = cat.user;
    const identity = { _id: id, id, name, avatar };
    expect(await seen(cat)).toEqual({ ...identity, email: cat.email });
    expect(await seen(dan)).toEqual(identity);
    await cat.call(sendFriendRequest, { friendId: dan.user.id });
    expect(await seen(dan)).toEqual({ ...identity, email: maskEmailOfOther(cat.email) });
    await dan.call(sendFriendRequest, { friendId: cat.user.id });
    const friendsSince = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await seen(dan)).toEqual({ ...identity, email: cat.email, friendsSince });
  });

  test('takes one id', async () => {
    for (const query of ['', '?id=', '?id=1', '?id[]=x', '?id=a&id=b', `?id=${'x'.repeat(5000)}`])
      expect([query, (await ann.send('GET', `/api/users/get${query}`)).status]).toEqual([query, 400]);
  });
});

describe('[USR-2] the generated picture', () => {
  test('shows initials, with special characters escaped, is cached until the name changes, and exists for users only', async () => {
    const { headers, text } = await bob.send('GET', ann.user.avatar);
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).toContain('>AL</text>');
    expect((await ann.send('GET', bob.user.avatar)).text).toContain('>&lt;</text>');
    const cached = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await bob.send('GET', ann.user.avatar, cached)).status).toBe(304);
    for (const name of ['x.svg', `${unknownId}.svg`, '..%2f..%2fx.svg'])
      expect([name, (await ann.send('GET', `/api/avatars/${name}`)).status]).toEqual([name, 404]);
  });

  test('shows the initials of the first and the last word', () => {
    const initials = { 'Ann Lee': 'AL', ann: 'A', 'Nguyễn Thị Ánh': 'NÁ', '👩‍👩‍👧 Family': 'F', 'Weekend hike ⛰️': 'WH' };
    for (const [name, shown] of Object.entries({ ...initials, '👩‍👩‍👧': '👩‍👩‍👧', '  ': '' }))
      expect([name, initialsOf(name)]).toEqual([name, shown]);
  });

  test('keeps its colours when the name changes', () => {
    const id = '0190d6e4-0000-7000-8000-000000000001';
    const colours = (picture: string) => picture.match(/stop-color="[^"]+"/g);
    expect(colours(renderGeneratedAvatar(id, 'Ann'))).toEqual(colours(renderGeneratedAvatar(id, 'Bob')));
  });
});
