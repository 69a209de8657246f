import { accountToasts, answerTexts, fieldTexts, limits } from '@chat-app/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openAccount, openMain } from '../../../test/screens.ts';
import { me, refusal } from '../../../test/stand-in-server.ts';

const info = 'PUT /api/auth/update/info';
const password = 'PUT /api/auth/update/password';

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('[AUTH-43] a name is required, saved, and shown at once; the address is read-only', async () => {
  const { server, person, dialog } = await openAccount({ [info]: { body: { user: { ...me, name: 'Annika B.' } } } });
  const email = dialog.getByLabelText<HTMLInputElement>('Email');
  expect([email.value, email.readOnly]).toEqual([me.email, true]);
  await person.clear(dialog.getByLabelText('Name'));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(accountToasts.nameMissing.message)).toBeDefined();
  expect(dialog.getByText(fieldTexts.nameRequired)).toBeDefined();
  expect(server.asked).not.toContain(info);

  await person.type(dialog.getByLabelText('Name'), 'Annika B.');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await gone();
  expect(screen.getByText(accountToasts.profileSaved.title)).toBeDefined();
  expect(screen.getByText('Annika B.')).toBeDefined();
  expect(server.bodyOf(info)).toEqual({ name: 'Annika B.' });
});

test('[AUTH-43] saving without changes only closes the dialog', async () => {
  const { server, person, dialog } = await openAccount();
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await gone();
  expect(server.asked).not.toContain(info);
});

test('[AUTH-44] saving during an upload waits 15 s for it, then reports a failure', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stubEndlessUpload();
  const { server, person, dialog } = await openAccount();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await person.upload(input as HTMLInputElement, new File(['GIF89a'], 'me.gif', { type: 'image/gif' }));

  expect(screen.getByText(accountToasts.uploading.title)).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Uploading' }).disabled).toBe(true);
  await person.type(dialog.getByLabelText('Name'), '{Enter}');
  await act(() => vi.advanceTimersByTimeAsync(limits.imageUploadWaitMs));
  expect(await screen.findByText(accountToasts.uploadFailed.title)).toBeDefined();
  expect(await dialog.findByRole('button', { name: 'Save' })).toBeDefined();
  expect(server.asked).not.toContain(info);
});

async function changePassword(person: Awaited<ReturnType<typeof openAccount>>['person'], next: string) {
  await person.click(screen.getByRole('tab', { name: 'Security' }));
  await person.type(screen.getByLabelText('Current password'), 'Secret1!x');
  await person.type(screen.getByLabelText('New password'), next);
  await person.type(screen.getByLabelText('Confirm password'), `${next}{Enter}`);
}

test('[AUTH-45] a refused password has its toast; a changed one is sent without its confirmation, and the dialog closes', async () => {
  const { server, person } = await openAccount({
    [password]: refusal(400, 'invalid_input', answerTexts.wrongCurrentPassword),
  });
  await changePassword(person, 'Changed1#');
  expect(await screen.findByText(accountToasts.passwordInvalid.title)).toBeDefined();
  server.answer(password, 'network down');
  await person.type(screen.getByLabelText('Confirm password'), '{Enter}');
  expect(await screen.findByText(accountToasts.passwordFailed.title)).toBeDefined();
  expect(screen.getByRole('dialog')).toBeDefined();

  server.answer(password, { body: {} });
  await person.type(screen.getByLabelText('Confirm password'), '{Enter}');
  await gone();
  expect(screen.getByText(accountToasts.passwordSaved.title)).toBeDefined();
  expect(server.bodyOf(password)).toEqual({ oldPassword: 'Secret1!x', newPassword: 'Changed1#' });
});

test('[AUTH-224] [UI-31] the user name below the list opens the dialog, and the theme chosen in it applies at once', async () => {
  const { person } = await openMain();
  await person.click(screen.getByRole('button', { name: /^Annika.*Account settings$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Account Settings' }));
  await person.click(dialog.getByLabelText('Dark'));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await person.click(dialog.getByLabelText('System'));
});

/** An upload that never ends, because the network never answers. */
function stubEndlessUpload(): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = 0;
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {
        this.dispatchEvent(new Event('loadend'));
      }
    },
  );
}

test('[AUTH-45] [AUTH-221] a new password is checked while it is typed, and an error is shown under its field', async () => {
  const { server, person, dialog } = await openAccount({}, 'Security');
  await person.type(dialog.getByLabelText('New password'), 'Secret1');
  expect(dialog.getByText('Still missing: At least 8 characters, A symbol')).toBeDefined();
  await person.clear(dialog.getByLabelText('New password'));
  await changePassword(person, 'simple-one');
  expect(await screen.findByText(fieldTexts.passwordComposition)).toBeDefined();
  expect(server.asked).not.toContain(password);
});
