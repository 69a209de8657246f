import { answerTexts, chatToasts, groupTexts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chatCall, dataOf, emptyChat } from '../../../test/answers.ts';
import { aChat, aGroup, aPerson, asMember, bob, cid, idOf } from '../../../test/chats.ts';
import { answerQuestion, type Answers, isConnected, openInfo, openMain } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal } from '../../../test/stand-in-server.ts';

const friends = 'GET /api/friendships/friends';
const create = 'POST /api/chats/create';
const add = 'POST /api/chats/members/add';
const created = {
  [create]: { status: 201, body: { chatId: idOf(5) } },
  ...emptyChat(5, aGroup(5)),
};

async function openCreate(answers: Answers = {}) {
  const app = await openMain({ [friends]: dataOf(bob, cid), ...answers });
  await app.person.click(screen.getByRole('button', { name: 'Menu' }));
  await app.person.click(await screen.findByRole('menuitem', { name: 'New Chat' }));
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Create new chat' })) };
}

const isClosed = async () =>
  expect(await screen.findByRole('heading', { name: /^Welcome|^Select a chat/ })).toBeDefined();

test('[CHT-11] chosen friends are shown and can be removed, and the new chat is opened', async () => {
  const { server, person, dialog } = await openCreate(created);
  await person.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(chatToasts.noMembers.message)).toBeDefined();
  expect(server.asked).not.toContain(create);

  await person.click(await dialog.findByRole('button', { name: /^Add Bob/ }));
  await person.click(dialog.getByRole('button', { name: /^Add Cid/ }));
  await person.click(dialog.getByRole('button', { name: 'Deselect Cid' }));
  expect(dialog.getByRole('list', { name: 'Chosen friends' }).textContent).toBe('Bob');
  await person.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(chatToasts.created.message)).toBeDefined();
  expect(server.bodyOf(create)).toEqual({ members: [bob.id] });
  expect(window.location.pathname).toBe(`/chat/${idOf(5)}`);
});

test('[CHT-11] [CHT-212] a group can be named while it is created; a refusal shows the sentence of the server', async () => {
  const { server, person, dialog } = await openCreate({
    ...created,
    [create]: refusal(403, 'forbidden', answerTexts.onlyFriends),
    [`${friends}?search=zz`]: dataOf(),
  });
  await person.click(await dialog.findByRole('button', { name: /^Add Bob/ }));
  // Once as the dialog's description, once as visible text.
  expect(dialog.getAllByText('Choose one friend, or more for a group')).toHaveLength(2);
  expect(dialog.queryByLabelText('Group name')).toBeNull();
  await person.click(dialog.getByRole('button', { name: /^Add Cid/ }));
  await person.type(dialog.getByLabelText("Enter friend's name or email"), 'zz');
  expect(await dialog.findByText('No friends found')).toBeDefined();
  await person.type(dialog.getByLabelText('Group name'), 'Book club{Enter}');
  expect(await screen.findByText(answerTexts.onlyFriends)).toBeDefined();
  expect(server.bodyOf(create)).toEqual({ members: [bob.id, cid.id], name: 'Book club' });
});

test('[CHT-12] adding members offers only friends who are not in the chat', async () => {
  const dan = aPerson('Dan');
  const { server, person, panel } = await openInfo(aGroup(1), {
    [friends]: dataOf(bob, cid, dan),
    [add]: { body: {} },
  });
  await person.click(panel.getByRole('button', { name: 'Add member to chat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add members' }));
  await person.click(await dialog.findByRole('button', { name: /^Add Dan/ }));
  expect(dialog.queryByRole('button', { name: /^Add (Bob|Cid)/ })).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(chatToasts.membersAdded.title)).toBeDefined();
  expect(server.bodyOf(add)).toEqual({ chatId: idOf(1), members: [dan.id] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CHT-13] [CHT-251] [INV-26] a direct chat has no editing and no member list; details of the other person are last', async () => {
  const { panel } = await openInfo(aChat(1), {
    [`GET /api/users/get?id=${bob.id}`]: { body: { user: { ...bob, friendsSince: '2026-01-01T00:00:00.000Z' } } },
  });
  const labels = panel.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'));
  expect(labels).toEqual([
    'Close chat info',
    'Pinned messages',
    'Shared media',
    'Search in chat',
    'Add member to chat',
    'Mute this chat',
    'Pin this chat',
    'Archive this chat',
    'Block this person',
    'Report this person',
    'Leave this chat',
    'Delete this chat',
  ]);
  const facts = await panel.findByRole('region', { name: 'About' });
  const lastButton = panel.getAllByRole('button').at(-1) as HTMLElement;
  expect(lastButton.compareDocumentPosition(facts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('[CHT-13] the members of a group are listed with its owner; only others can be removed', async () => {
  const remove = 'POST /api/chats/members/remove';
  const { server, person, panel } = await openInfo(aGroup(1, { ownerId: bob.id }), {
    [remove]: refusal(403, 'forbidden', groupTexts.adminsRemove),
  });
  await person.click(panel.getByRole('button', { name: /Group chat members/ }));
  const members = within(panel.getByRole('list', { name: 'Group chat members' }));
  expect(members.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['BobOwner', 'AnnikaYou', 'Cid']);
  expect(members.queryByRole('button', { name: 'Remove Annika' })).toBeNull();

  await person.click(members.getByRole('button', { name: 'Remove Cid' }));
  await answerQuestion(person, 'Remove');
  expect(await screen.findByText(groupTexts.adminsRemove)).toBeDefined();
  expect(server.bodyOf(remove)).toEqual({ chatId: idOf(1), memberId: cid.id });
});

test('[CHT-14] [CHT-425] a group is renamed and described; saving without a change sends nothing', async () => {
  const edit = 'POST /api/chats/edit';
  const group = aGroup(1, { description: 'Every Sunday\nat nine' });
  const { server, person, panel } = await openInfo(group, { [edit]: { body: {} } });
  expect(panel.getByText(/Every Sunday\s+at nine/)).toBeDefined();
  await person.click(panel.getByRole('button', { name: 'Edit chat informaton' }));
  await person.click(panel.getByRole('button', { name: 'Save' }));
  expect(server.asked).not.toContain(edit);

  await person.clear(panel.getByLabelText('Description'));
  await person.clear(panel.getByLabelText('Chat name'));
  await person.type(panel.getByLabelText('Chat name'), 'Trio{Enter}');
  expect(await screen.findByText(chatToasts.edited.title)).toBeDefined();
  expect(server.bodyOf(edit)).toEqual({ chatId: idOf(1), name: 'Trio', description: '' });
});

test.each([
  ['Leave', `POST /api/chats/leave/${idOf(1)}`, chatToasts.left.title],
  ['Delete', `DELETE /api/chats/delete/${idOf(1)}`, chatToasts.deleted.title],
])('[CHT-15] %s asks first, then the chat closes with one toast, unless it is refused', async (verb, call, toast) => {
  const refused = refusal(403, 'forbidden', groupTexts.ownerDeletes);
  const { server, person, panel } = await openInfo(aGroup(1), { [call]: refused });
  await person.click(panel.getByRole('button', { name: `${verb} this chat` }));
  expect(server.asked).not.toContain(call);
  await answerQuestion(person, verb);
  expect(await screen.findByText(groupTexts.ownerDeletes)).toBeDefined();
  expect(window.location.pathname).toBe(`/chat/${idOf(1)}`);

  server.answer(call, { body: {} });
  await person.click(panel.getByRole('button', { name: `${verb} this chat` }));
  await answerQuestion(person, verb);
  expect(await screen.findByText(toast)).toBeDefined();
  await isClosed();
  await chatServer.emit('outChat', idOf(1));
  expect(screen.queryByText('Chat closed')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Chat 1/ })).toBeNull());
});

test('[CHT-16] being removed from the open chat closes it and removes its row', async () => {
  await openInfo(aGroup(1));
  await isConnected();
  await chatServer.emit('outChat', idOf(1));
  expect(await screen.findByText('Chat 1 is no longer in your list')).toBeDefined();
  await isClosed();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Chat 1/ })).toBeNull());
  expect(window.location.pathname).toBe('/');
});

test('[CHT-250] a chat with a namesake keeps its name when the user is renamed', async () => {
  const chatOf = (mine: string, theirs: string) => {
    const members = [asMember({ ...me, name: mine }), asMember({ ...bob, name: theirs })];
    return aChat(1, { name: theirs, avatar: bob.avatar, members });
  };
  const { server, panel } = await openInfo(chatOf(me.name, me.name));
  await isConnected();
  /** The page may request the chat at any time after it has connected. */
  const rename = async (chat: ReturnType<typeof chatOf>, { _id, avatar }: typeof bob | typeof me, name: string) => {
    server.answer(chatCall(1), { body: { data: chat } });
    await chatServer.emit('userUpdated', { _id, id: _id, name, avatar });
  };
  await rename(chatOf('Anna', me.name), me, 'Anna');
  expect(panel.getByRole('heading', { name: me.name })).toBeDefined();
  await rename(chatOf('Anna', 'Robert'), bob, 'Robert');
  expect(await panel.findByRole('heading', { name: 'Robert' })).toBeDefined();
});
