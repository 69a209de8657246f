import { administrationTexts, consoleToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, onePage, openConsole, peopleCall } from '../../../test/administration.ts';
import { answerQuestion, type Answers } from '../../../test/screens.ts';
import { me, refusal } from '../../../test/stand-in-server.ts';

const [ann, ben] = [anAccount('Ann'), anAccount('Ben')];
const post = (account: { _id: string }, act: string) => `POST /api/admin/people/${account._id}/${act}`;

async function openPeople(answers: Answers = {}) {
  const app = await openConsole('/admin/people', 'People', { [peopleCall()]: onePage(ann, ben), ...answers });
  const openMenu = async (name: string) => {
    await app.person.click(await screen.findByRole('button', { name: `More about ${name}` }));
    return within(await screen.findByRole('menu'));
  };
  const choose = async (name: string, item: string) =>
    app.person.click((await openMenu(name)).getByRole('menuitem', { name: item }));
  return { ...app, openMenu, choose };
}

const namesShown = () =>
  within(screen.getByRole('table', { name: 'People' }))
    .getAllByRole('row')
    .flatMap((row) => row.querySelector('bdi')?.textContent ?? []);

test('[CON-5] accounts are searched by what is typed, filtered by their state, and loaded page by page', async () => {
  const { person, server } = await openPeople({
    [peopleCall()]: { body: { data: [ann], cursor: 'next' } },
    [peopleCall('state=all&cursor=next')]: onePage(ben),
    [peopleCall('state=all&search=be')]: onePage(ben),
    [peopleCall('state=suspended&search=be')]: onePage(),
  });
  await waitFor(() => expect(namesShown()).toEqual(['Ann']));
  await person.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(namesShown()).toEqual(['Ann', 'Ben']));
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();

  await person.type(screen.getByLabelText('Search by name or email'), 'be');
  await waitFor(() => expect(namesShown()).toEqual(['Ben']));
  expect(server.asked).not.toContain(peopleCall('state=all&search=b'));

  await person.selectOptions(screen.getByLabelText('State'), 'Suspended');
  expect(await screen.findByRole('heading', { name: 'Nobody found' })).toBeDefined();
});

test('[CON-6] suspending asks first; the row then says so, and Resume undoes it', async () => {
  const { person, server, choose } = await openPeople({
    [post(ben, 'suspend')]: { body: { person: { ...ben, isSuspended: true } } },
    [post(ben, 'resume')]: { body: { person: ben } },
  });
  await choose('Ben', 'Suspend');
  await screen.findByRole('alertdialog', { name: 'Suspend Ben?' });
  await answerQuestion(person, 'Cancel');
  expect(server.asked).not.toContain(post(ben, 'suspend'));

  await choose('Ben', 'Suspend');
  await answerQuestion(person, 'Suspend');
  expect(await screen.findByText(consoleToasts.suspended.title)).toBeDefined();
  expect(within(screen.getByRole('row', { name: /Ben/ })).getByText('Suspended')).toBeDefined();

  await choose('Ben', 'Resume');
  await answerQuestion(person, 'Resume');
  expect(await screen.findByText(consoleToasts.resumed.title)).toBeDefined();
  expect(within(screen.getByRole('row', { name: /Ben/ })).queryByText('Suspended')).toBeNull();
});

test('[CON-6] what else the menu of an account offers asks first', async () => {
  const rows = [
    ['Sign out everywhere', 'sign-out', {}, consoleToasts.signedOut],
    ['Send reset link', 'reset-link', {}, consoleToasts.resetLinkSent],
    ['Make administrator', 'grant', { isAdmin: true }, consoleToasts.granted],
  ] as const;
  const { person, server, choose } = await openPeople();
  for (const [item, act, change, toast] of rows) {
    server.answer(post(ben, act), { body: { person: { ...ben, ...change } } });
    await choose('Ben', item);
    await screen.findByRole('alertdialog');
    expect(server.asked).not.toContain(post(ben, act));
    await answerQuestion(person, item);
    expect(await screen.findByText(toast.title)).toBeDefined();
  }
});

test('[CON-6] what the server refuses is shown as a toast with its sentence, and the list is read again', async () => {
  const admin = anAccount('Ben', { isAdmin: true });
  const { person, server, choose } = await openPeople({
    [peopleCall()]: onePage(admin),
    [post(ben, 'revoke')]: refusal(403, 'forbidden', administrationTexts.lastAdministrator),
  });
  await choose('Ben', 'Revoke administrator');
  const asked = server.asked.length;
  await answerQuestion(person, 'Revoke administrator');
  expect(await screen.findByText(administrationTexts.lastAdministrator)).toBeDefined();
  await waitFor(() => expect(server.asked.slice(asked)).toContain(peopleCall()));
});

test('[CON-7] an own account and one that the environment fixes offer nothing that would fail', async () => {
  const self = { ...anAccount('Annika', { isAdmin: true }), _id: me._id, id: me.id };
  const fixed = anAccount('Ben', { isAdmin: true, isAdminFixed: true });
  const { person, openMenu } = await openPeople({ [peopleCall()]: onePage(self, fixed) });
  const itemsOf = async (name: string) =>
    (await openMenu(name)).getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(await itemsOf('Annika')).toEqual(['Details', 'Revoke administrator']);
  await person.keyboard('{Escape}');
  expect(await itemsOf('Ben')).toEqual(['Details', 'Send reset link', 'Sign out everywhere']);
  await person.click(screen.getByRole('menuitem', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Account' }));
  expect(dialog.getByText('Set by ADMIN_EMAILS on the server, and only changed there.')).toBeDefined();
});

test('[CON-8] an account is deleted only after its address was typed', async () => {
  const { person, server, choose } = await openPeople({ [`DELETE /api/admin/people/${ben._id}`]: { body: {} } });
  await choose('Ben', 'Delete account');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the account of Ben?' }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete for good' });
  const field = dialog.getByLabelText('Type ben@example.com to confirm');
  await person.type(field, 'ann@example.com{Enter}');
  expect(button.disabled).toBe(true);
  expect(server.asked).not.toContain(`DELETE /api/admin/people/${ben._id}`);

  await person.clear(field);
  await person.type(field, 'Ben@example.com{Enter}');
  expect(await screen.findByText(consoleToasts.deleted.title)).toBeDefined();
  await waitFor(() => expect(namesShown()).toEqual(['Ann']));
});

test('[CON-5] the details of an account show what the server knows, and the same actions', async () => {
  const { person } = await openPeople({ [peopleCall()]: onePage(anAccount('Ben', { reportCount: 2 })) });
  await person.click(await screen.findByRole('button', { name: /ben@example.com/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Account' }));
  const facts = dialog
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
  expect(facts).toEqual([
    ['Signed up', 'January 5, 2026'],
    ['Last active', 'March 1, 2026'],
    ['Uploads', '3 MB'],
    ['Reports about this person', '2'],
  ]);
  await person.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByRole('alertdialog', { name: 'Suspend Ben?' })).toBeDefined();
});
