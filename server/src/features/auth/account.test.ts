import { fieldTexts, getSession, login, updatePassword, updateProfile } from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { anUploadedImage } from '../uploads/an-image.fixture.ts';

const app = useTestApp();
const { aVerifiedUser, anotherDevice } = people(app);

describe('[AUTH-15] the profile', () => {
  test('accepts a new name, keeps the picture when none is sent, removes it with an empty one, and ignores all other fields', async () => {
    const ann = await aVerifiedUser();
    const avatar = await anUploadedImage(ann);
    await ann.call(updateProfile, { name: 'Ann Lee', avatar });
    const others = { email: 'other@example.org', isVerified: false, _id: 'x', password_hash: 'x' };
    const answer = await ann.send('PUT', updateProfile.path, { body: { name: ' Ann  B. Lee ', ...others } });
    expect(answer).toMatchObject({ status: 200, body: { user: { ...ann.user, name: 'Ann B. Lee', avatar } } });
    expect((await ann.call(getSession, {})).body).toEqual(answer.body);
    for (const none of [null, '', ann.user.avatar]) {
      await ann.call(updateProfile, { name: 'Ann', avatar });
      expect((await ann.call(updateProfile, { name: 'Ann', avatar: none })).body.user.avatar).toBe(ann.user.avatar);
    }
  });

  test('refuses what is not an upload of its owner, and no name, and changes nothing', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const foreign = ['javascript:alert(1)', 'http://evil.example/x.png', '//evil.example/x.png', 'x'.repeat(600), 5];
    const uploads = ['unknown.png', '../auth/logout', 'a\0.png'].map((name) => `/api/uploads/${name}`);
    const pictures = [...foreign, ...uploads, bob.user.avatar, await anUploadedImage(bob)].map((avatar) => ({
      name: 'Changed',
      avatar,
    }));
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

const logIn = ({ email }: Person, password: string, client = app.client()) => client.call(login, { email, password });

describe('[AUTH-16] the password', () => {
  test('is changed with the current one; every other session ends, this one stays', async () => {
    const ann = await aVerifiedUser();
    const phone = await anotherDevice(ann, true);
    expect((await ann.call(updatePassword, { oldPassword: ann.password, newPassword: 'Changed1#' })).status).toBe(200);
    const sessions = [await ann.call(getSession, {}), await phone.call(getSession, {})];
    const logins = [await logIn(ann, ann.password), await logIn(ann, 'Changed1#')];
    expect([...sessions, ...logins].map(({ status }) => status)).toEqual([200, 401, 401, 200]);
    await app.mailbox.mailTo(ann.email, ({ subject }) => subject === 'Your Chat App password was changed');
  });

  test('leaves no session open for a concurrent login with the old one', async () => {
    for (let round = 0; round < 2; round += 1) {
      const ann = await aVerifiedUser();
      const clients = Array.from({ length: 5 }, () => app.client());
      const logins = clients.map((client) => logIn(ann, ann.password, client));
      const newPassword = 'Changed1#';
      const change = untilAnswered(() => ann.call(updatePassword, { oldPassword: ann.password, newPassword }));
      await Promise.all([...logins, change]);
      // A busy server may have refused the first change, or have answered it too late.
      const renewed = await untilAnswered(() => logIn(ann, newPassword));
      expect(renewed.status).toBe(200);
      const stillIn = await Promise.all(clients.map((client) => client.call(getSession, {})));
      expect(stillIn.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
    }
  });

  test('[AUTH-312] stays when the current one is wrong or missing, or the new one is the same, common or too weak', async () => {
    const ann = await aVerifiedUser();
    const refusals = [
      [{ oldPassword: 'Wrong1!x', newPassword: 'Changed1#' }, 'Current password is incorrect'],
      [{ oldPassword: ann.password, newPassword: ann.password }, 'The new password must differ from the current one'],
      [{ oldPassword: ann.password, newPassword: 'P@ssw0rd' }, fieldTexts.passwordCommon],
      [{ oldPassword: ann.password, newPassword: 'short' }, 'Password must be at least 8 characters'],
      [{ oldPassword: '', newPassword: 'Changed1#' }, 'Password is required'],
      [{ oldPassword: [ann.password], newPassword: { a: 1 } }, 'Password is required'],
    ] as const;
    for (const [body, message] of refusals) {
      const answer = await ann.send('PUT', updatePassword.path, { body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
    }
    expect((await logIn(ann, ann.password)).status).toBe(200);
  });
});
