import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { passwordResets } from '../../../test/password-resets.ts';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { anUnverifiedUser } = people(app);
const { reset, resetToken } = passwordResets(app);
const common = 'P@ssw0rd';
const refused = (field: string) => ({
  status: 400,
  body: { code: 'invalid_input', fields: { [field]: contract.fieldTexts.passwordCommon } },
});

test('[AUTH-312] [AUTH-313] a common password, and the name of the product, are refused at sign-up', async () => {
  const given = { name: 'Ann', email: 'common@example.org' };
  for (const password of [common, 'ChatApp1!'])
    expect(await app.client().call(contract.register, { ...given, password })).toMatchObject(refused('password'));
  expect((await app.client().call(contract.register, { ...given, password: 'Secret1!x' })).status).toBe(201);
});

test('[AUTH-312] a common password is refused at a change, and at a reset, whose link can still be used', async () => {
  const ann = await anUnverifiedUser();
  const change = { oldPassword: ann.password, newPassword: common };
  expect(await ann.call(contract.updatePassword, change)).toMatchObject(refused('newPassword'));

  const token = await resetToken(ann);
  expect(await reset(token, common)).toMatchObject(refused('newPassword'));
  expect((await reset(token, 'Changed1#')).status).toBe(200);
});
