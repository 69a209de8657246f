import { getSession, login, updatePassword, updateProfile, uploadImage } from '@chat-app/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';

const app = useTestApp();
const { aVerifiedUser, anotherDevice } = people(app);

async function uploadPicture(person: Person): Promise<string> {
  const violet = { width: 8, height: 8, channels: 3, background: '#5b5bd6' } as const;
  const png = await sharp({ create: violet }).png().toBuffer();
  const { body } = await person.upload(uploadImage, new Blob([new Uint8Array(png)], { type: 'image/png' }));
  return body.url;
}

describe('[AUTH-15] the profile', () => {
  test('accepts a new name, keeps the picture when none is sent, and ignores all other fields', async () => {
    const ann = await aVerifiedUser();
    const avatar = await uploadPicture(ann);
    await ann.call(updateProfile, { name: 'Ann Lee', avatar });
    const others = { email: 'other@example.org', isVerified: false, _id: 'x', password_hash: 'x' };
    const answer = await ann.send('PUT', updateProfile.path, { body: { name: ' Ann  B. Lee ', ...others } });
    expect(answer).toMatchObject({ status: 200, body: { user: { ...ann.user, name: 'Ann B. Lee', avatar } } });
    expect((await ann.call(getSession, {})).body).toEqual(answer.body);
  });

  test('treats null, an empty string or the path of the generated picture as no picture', async () => {
    const ann = await aVerifiedUser();
    const avatar = await uploadPicture(ann);
    for (const none of [null, '', ann.user.avatar]) {
      await ann.call(updateProfile, { name: 'Ann', avatar });
      const answer = await ann.call(updateProfile, { name: 'Ann', avatar: none });
      expect(answer.body.user.avatar).toBe(`/api/avatars/${ann.user.id}.svg`);
    }
  });

  test('refuses what is not an upload of its owner, and no name, and changes nothing', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const pictures = [
      'javascript:alert(1)',
      'http://evil.example/x.png',
      '//evil.example/x.png',
      '/api/uploads/unknown.png',
      '/api/uploads/../auth/logout',
      bob.user.avatar,
      await uploadPicture(bob),
      'x'.repeat(600),
      '/api/uploads/a\0.png',
      5,
    ].map((avatar) => ({ name: 'Changed', avatar }));
    const accepted = [];
    for (const body of [...pictures, {}, { name: ['Ann'] }]) {
      const { status, body: answer } = await ann.send('PUT', updateProfile.path, { body });
      const field = 'avatar' in body ? 'avatar' : 'name';
      if (status !== 400 || answer.fields?.[field] === undefined) accepted.push(body);
    }
    expect(accepted).toEqual([]);
    expect((await ann.call(getSession, {})).body.user).toEqual(ann.user);
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
    for (let round = 0; round < 2; round += 1) {
      const ann = await aVerifiedUser();
      const clients = Array.from({ length: 5 }, () => app.client());
      const logins = clients.map((client) => client.call(login, { email: ann.email, password: ann.password }));
      const newPassword = 'Changed1#';
      const change = untilAnswered(() => ann.call(updatePassword, { oldPassword: ann.password, newPassword }));
      await Promise.all([...logins, change]);
      // A busy server may have refused the first change, or have answered it too late.
      const renewed = await untilAnswered(() => app.client().call(login, { email: ann.email, password: newPassword }));
      expect(renewed.status).toBe(200);
      const stillIn = await Promise.all(clients.map((client) => client.call(getSession, {})));
      expect(stillIn.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
    }
  });

  test('stays when the current one is wrong or missing, or the new one is the same or too weak', async () => {
    const ann = await aVerifiedUser();
    const refusals = [
      [{ oldPassword: 'Wrong1!x', newPassword: 'Changed1#' }, 'Current password is incorrect'],
      [{ oldPassword: ann.password, newPassword: ann.password }, 'The new password must differ from the current one'],
      [{ oldPassword: ann.password, newPassword: 'short' }, 'Password must be at least 8 characters'],
      [{ oldPassword: '', newPassword: 'Changed1#' }, 'Password is required'],
      [{ oldPassword: [ann.password], newPassword: { a: 1 } }, 'Password is required'],
    ] as const;
    for (const [body, message] of refusals) {
      const answer = await ann.send('PUT', updatePassword.path, { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
    }
    expect((await app.client().call(login, { email: ann.email, password: ann.password })).status).toBe(200);
  });
});
