import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people, tokenIn } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { anUnverifiedUser, aVerifiedUser } = people(app);
const common = 'P@ssw0rd';
const refused = (field: string) => ({
  status: 400,
  body: { code: 'invalid_input', fields: { [field]: contract.fieldTexts.passwordCommon } },
});

test('[AUTH-312] a common password is refused at sign-up', async () => {
  const given = { name: 'Ann', email: 'common@example.org', password: common };
  expect(await app.client().call(contract.register, given)).toMatchObject(refused('password'));
  expect((await app.client().call(contract.register, { ...given, password: 'Secret1!x' })).status).toBe(201);
});

test('[AUTH-312] a common password is refused at a reset, whose link can still be used', async () => {
  const ann = await aVerifiedUser();
  await app.client().call(contract.forgotPassword, { email: ann.email });
  const mail = await app.mailbox.mailTo(ann.email, ({ subject }) => subject.startsWith('Reset'));
  const token = tokenIn(mail);
  const reset = (newPassword: string) => app.client().call(contract.resetPassword, { token, newPassword });
  expect(await reset(common)).toMatchObject(refused('newPassword'));
  expect((await reset('Changed1#')).status).toBe(200);
});

test('[AUTH-312] a common password is refused at a change', async () => {
  const ann = await anUnverifiedUser();
  const given = { oldPassword: ann.password, newPassword: common };
  expect(await ann.call(contract.updatePassword, given)).toMatchObject(refused('newPassword'));
  expect((await ann.call(contract.updatePassword, { ...given, newPassword: 'Changed1#' })).status).toBe(200);
});

test('[AUTH-313] the name of the product with digits and symbols is refused like a common password', async () => {
  const given = { name: 'Ann', email: 'named-after@example.org', password: 'ChatApp1!' };
  expect(await app.client().call(contract.register, given)).toMatchObject(refused('password'));
});
