import { answerTexts, inputTexts, authToasts } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { me, refusal } from '../../../test/stand-in-server.ts';

const login = 'POST /api/auth/login';
const second = 'POST /api/auth/second-factor';
const required = refusal(401, 'second_factor_required', answerTexts.secondFactorRequired);
const asked = { ...required, body: { ...(required.body as object), ticket: 'the-ticket' } };
const wrong = (triesLeft: number) => {
  const refused = refusal(401, 'bad_credentials', inputTexts.codeWrong, { code: inputTexts.codeWrong });
  return { ...refused, body: { ...(refused.body as object), triesLeft } };
};

async function openSecondStep(answers: Parameters<typeof openApp>[1]) {
  const opened = openApp('/login', { [login]: asked, ...answers });
  const logIn = async () => {
    await opened.person.clear(await screen.findByLabelText('Email'));
    await opened.person.type(screen.getByLabelText('Email'), me.email);
    await opened.person.type(screen.getByLabelText('Password'), 'secret{Enter}');
    return screen.findByLabelText<HTMLInputElement>('Code from your authenticator app');
  };
  return { ...opened, logIn, field: await logIn() };
}

test('[AUTH-326] six digits submit themselves, typed or pasted, with the ticket of the first step', async () => {
  const { server, person, field } = await openSecondStep({ [second]: { body: { user: me } } });
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
  expect(screen.queryByText(authToasts.loginFailed.title)).toBeNull();
  await person.click(field);
  await person.paste('123 456');
  expect(await screen.findByText('Welcome back, Annika')).toBeDefined();
  expect(server.timesAsked(second)).toBe(1);
  expect(server.bodyOf(second)).toEqual({ ticket: 'the-ticket', code: '123 456' });
});

test('[AUTH-326] a wrong code says how many tries are left; without any, the login begins again', async () => {
  const { server, person, field } = await openSecondStep({ [second]: wrong(1) });
  await person.type(field, '111111');
  expect((await screen.findByRole('alert')).textContent).toBe(`${inputTexts.codeWrong}. 1 try left.`);
  expect(field.value).toBe('');
  expect(screen.queryByText(authToasts.loginFailed.title)).toBeNull();

  server.answer(second, wrong(0));
  await person.type(field, '111111');
  expect(await screen.findByLabelText('Password')).toBeDefined();
  expect(await screen.findByText(authToasts.loginFailed.title)).toBeDefined();
});

test('[AUTH-326] one can go back to the login; a recovery code is sent when it is submitted', async () => {
  const { server, person, logIn } = await openSecondStep({ [second]: { body: { user: me } } });
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toBe(inputTexts.codeInvalid);
  await person.click(screen.getByRole('button', { name: 'Back to the login' }));
  await logIn();
  await person.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  await person.type(await screen.findByLabelText('Recovery code'), '123456');
  expect(server.asked).not.toContain(second);
  await person.type(screen.getByLabelText('Recovery code'), '-abcd{Enter}');
  await waitFor(() => expect(server.bodyOf(second)).toEqual({ ticket: 'the-ticket', code: '123456-abcd' }));
});
