import { accountToasts, answerTexts, inputTexts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerQuestion, type Answers, openAccount, textsOf } from '../../../test/screens.ts';
import { me, refusal } from '../../../test/stand-in-server.ts';

const setup = 'POST /api/auth/totp/setup';
const confirm = 'POST /api/auth/totp/confirm';
const disable = 'POST /api/auth/totp/disable';
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `aaaa-bbbb-cccc-ddd${index}`);
const wrong = answerTexts.wrongCurrentPassword;
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const openSecurity = (answers: Answers = {}, hasSecondFactor = false) =>
  openAccount({ 'GET /api/auth': { body: { user: { ...me, hasSecondFactor } } }, ...answers }, 'Security');

test('[AUTH-327] two-step login is turned on with the password and a code, and shows the recovery codes', async () => {
  const { server, person, dialog } = await openSecurity({
    [setup]: refusal(400, 'invalid_input', wrong, { password: wrong }),
    [confirm]: { body: { recoveryCodes } },
  });
  await person.click(dialog.getByRole('button', { name: 'Turn on' }));
  await person.type(await dialog.findByLabelText('Current password'), 'wrong{Enter}');
  expect(await dialog.findByText(wrong)).toBeDefined();
  expect(screen.queryByText(accountToasts.twoStepFailed.title)).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByText('Two-step login is off')).toBeDefined();

  server.answer(setup, { body: { secret, url: `otpauth://totp/Chat:me?secret=${secret}` } });
  await person.click(dialog.getByRole('button', { name: 'Turn on' }));
  await person.type(await dialog.findByLabelText('Current password'), 'secret{Enter}');
  expect(await dialog.findByRole('img', { name: /^QR code/ })).toBeDefined();
  expect(dialog.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeDefined();
  await person.type(dialog.getByLabelText('Code that your app shows'), '123456{Enter}');
  const list = await dialog.findByRole('list', { name: 'Recovery codes' });
  expect(textsOf(within(list).getAllByRole('listitem'))).toEqual(recoveryCodes);
  expect([server.bodyOf(setup), server.bodyOf(confirm)]).toEqual([{ password: 'secret' }, { code: '123456' }]);
  await person.keyboard('{Escape}');
  await screen.findByRole('alertdialog', { name: 'Close without your recovery codes?' });
  await answerQuestion(person, 'Cancel');
  await person.click(dialog.getByRole('button', { name: 'I have stored them' }));
  expect(await dialog.findByText('Two-step login is on')).toBeDefined();
});

test('[AUTH-327] it is turned off with the password and a code', async () => {
  const { server, person, dialog } = await openSecurity({ [disable]: { body: {} } }, true);
  await person.click(dialog.getByRole('button', { name: 'Turn off' }));
  await person.click(await dialog.findByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText(inputTexts.codeInvalid)).toBeDefined();
  await person.type(dialog.getByLabelText('Current password'), 'secret');
  await person.type(dialog.getByLabelText('Code'), 'aaaa-bbbb-cccc-dddd{Enter}');
  await waitFor(() => expect(server.bodyOf(disable)).toEqual({ password: 'secret', code: 'aaaa-bbbb-cccc-dddd' }));
  expect(await dialog.findByText('Two-step login is off')).toBeDefined();
});
