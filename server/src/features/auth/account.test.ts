import { getSession, login, updatePassword, updateProfile, uploadImage } from '@chat-app/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, anotherDevice } = people(app);

async function aPicture() {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#5b5bd6' } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
}

describe('[AUTH-15] the profile', () => {
  test('accepts a new name and keeps the picture when none is sent', async () => {
    const ann = await aVerifiedUser();
    const { body: uploaded } = await ann.upload(uploadImage, await aPicture());
    await ann.call(updateProfile, { name: 'Ann Lee', avatar: uploaded.url });
    const answer = await ann.call(updateProfile, { name: ' Ann  B. Lee ' });
    expect(answer).toMatchObject({ status: 200, body: { user: { name: 'Ann B. Lee', avatar: uploaded.url } } });
    expect((await ann.call(getSession, {})).body).toEqual(answer.body);
  });

  test('treats null, an empty string or the path of the generated picture as no picture', async () => {
    const ann = await aVerifiedUser();
    const { body: uploaded } = await ann.upload(uploadImage, await aPicture());
    for (const none of [null, '', ann.user.avatar]) {
      await ann.call(updateProfile, { name: 'Ann', avatar: uploaded.url });
      const answer = await ann.call(updateProfile, { name: 'Ann', avatar: none });
      expect(answer.body.user.avatar).toBe(`/api/avatars/${ann.user.id}.svg`);
    }
  });

  test.each([
    'javascript:alert(1)',
    'http://evil.example/x.png',
    '//evil.example/x.png',
    '/api/uploads/unknown.png',
    '/api/uploads/../auth/logout',
    '/api/avatars/00000000-0000-7000-8000-000000000000.svg',
    'x'.repeat(600),
    '/api/uploads/a\0.png',
  ])('refuses %j as a picture and changes nothing', async (avatar) => {
    const ann = await aVerifiedUser();
    const answer = await ann.call(updateProfile, { name: 'Changed', avatar });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { avatar: expect.any(String) } },
    });
    expect((await ann.call(getSession, {})).body.user).toEqual(ann.user);
  });

  test("refuses another person's upload", async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const { body: uploaded } = await bob.upload(uploadImage, await aPicture());
    expect((await ann.call(updateProfile, { name: 'Ann', avatar: uploaded.url })).status).toBe(400);
  });

  test('ignores fields that are not part of the profile', async () => {
    const ann = await aVerifiedUser();
    await ann.send('PUT', '/api/auth/update/info', {
      body: { name: 'Ann', email: 'other@example.org', isVerified: false, _id: 'x', password_hash: 'x' },
    });
    expect((await ann.call(getSession, {})).body.user).toEqual({ ...ann.user, name: 'Ann' });
  });

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: '\u200b' }],
    [{ name: 'a'.repeat(31) }],
    [{ name: ['Ann'] }],
    [{ name: 'Ann', avatar: 5 }],
  ])('refuses %j', async (body) => {
    const ann = await aVerifiedUser();
    expect((await ann.send('PUT', '/api/auth/update/info', { body })).status).toBe(400);
  });
});

describe('[AUTH-16] the password', () => {
  test('is changed with the current one; every other session ends, this one stays', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann, true);
    expect((await ann.call(updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' })).status).toBe(200);
    expect((await ann.call(getSession, {})).status).toBe(200);
    expect((await phone.call(getSession, {})).status).toBe(401);
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(401);
    expect((await app.client().call(login, { email: ann.email, password: 'Changed1#' })).status).toBe(200);
    const mail = await app.mailbox.mailTo(ann.email, (candidate) => candidate.subject.includes('changed'));
    expect(mail.subject).toBe('Your Chat App password was changed');
  });

  test('leaves no session open for a concurrent login with the old one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ann = await aVerifiedUser();
      const clients = Array.from({ length: 5 }, () => app.client());
      const logins = clients.map((client) => client.call(login, { email: ann.email, password: ann.password }));
      const change = ann.call(updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' });
      await Promise.all([...logins, change]);
      const stillIn = await Promise.all(clients.map((client) => client.call(getSession, {})));
      expect(stillIn.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
    }
  });

  test('stays unchanged when the current one is wrong', async () => {
    const ann = await aVerifiedUser();
    expect(await ann.call(updatePassword, { oldPassword: 'Wrong1!x', newPassword: 'Changed1#' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', message: 'Current password is incorrect' },
    });
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(200);
  });

  test.each([
    [{ oldPassword: 'Secret1!x', newPassword: 'Secret1!x' }, 'The new password must differ from the current one'],
    [{ oldPassword: 'Secret1!x', newPassword: 'short' }, 'Password must be at least 8 characters'],
    [
      { oldPassword: 'Secret1!x', newPassword: 'longenough' },
      'Password must contain at least 1 uppercase, 1 lowercase, 1 number, and 1 symbol',
    ],
    [{ oldPassword: 'Secret1!x', newPassword: `Aa1#${'x'.repeat(97)}` }, 'Password must be at most 100 characters'],
    [{ oldPassword: '', newPassword: 'Changed1#' }, 'Password is required'],
    [{}, 'Password is required'],
    [{ oldPassword: ['Secret1!x'], newPassword: { a: 1 } }, 'Password is required'],
  ])('is not changed with %j', async (body, message) => {
    const ann = await aVerifiedUser();
    const answer = await ann.send('PUT', '/api/auth/update/password', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
  });
});
