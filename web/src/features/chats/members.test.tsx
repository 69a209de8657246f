import { answerTexts, type ChatMember, chatToasts, groupTexts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aGroup, aPerson, aRow, bob, cid, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal, signedIn } from '../../../test/stand-in-server.ts';

const friends = 'GET /api/friendships/friends';
const create = 'POST /api/chats/create';
const add = 'POST /api/chats/members/add';
const data = (...rows: unknown[]) => ({ body: { data: rows } });
const chatCalls = (chat: ReturnType<typeof aChat>) => ({
  ...signedIn,
  'GET /api/chats/all': data(aRow(1, { name: chat.name, members: chat.members.map(({ _id }) => _id) })),
  [`GET /api/chats/get/${chat._id}`]: { body: { data: chat } },
  [`GET /api/messages/get/${chat._id}?limit=15`]: { body: { data: [], haveMore: false } },
});

async function openCreate(answers: Parameters<typeof openApp>[1] = {}) {
  const { server, person } = openApp('/', { ...signedIn, [friends]: data(bob, cid), ...answers });
  await person.click(await screen.findByRole('button', { name: 'Menu' }));
  await person.click(await screen.findByRole('menuitem', { name: 'New Chat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create new chat' }));
  return { server, person, dialog };
}

async function openInfo(chat: ReturnType<typeof aChat>, answers: Parameters<typeof openApp>[1] = {}) {
  const { server, person } = openApp(`/chat/${chat._id}`, { ...chatCalls(chat), ...answers });
  await person.click(await screen.findByRole('button', { name: 'Chat info' }));
  const panel = within(await screen.findByRole('complementary', { name: 'Chat info' }));
  return { server, person, panel };
}

test('[CHT-11] a chat needs at least one member', async () => {
  const { server, person, dialog } = await openCreate();
  await person.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(chatToasts.noMembers.message)).toBeDefined();
  expect(server.asked).not.toContain(create);
});

test('[CHT-11] chosen friends are shown and can be removed, and the new chat is opened', async () => {
  const { server, person, dialog } = await openCreate({
    [create]: { status: 201, body: { chatId: idOf(5) } },
    [`GET /api/chats/get/${idOf(5)}`]: { body: { data: aGroup(5) } },
    [`GET /api/messages/get/${idOf(5)}?limit=15`]: { body: { data: [], haveMore: false } },
  });
  await person.click(await dialog.findByRole('button', { name: /^Add Bob/ }));
  await person.click(dialog.getByRole('button', { name: /^Add Cid/ }));
  await person.click(dialog.getByRole('button', { name: 'Deselect Cid' }));
  expect(dialog.getByRole('list', { name: 'Chosen friends' }).textContent).toBe('Bob');
  await person.click(dialog.getByRole('button', { name: 'Create' }));

  expect(await screen.findByText(chatToasts.created.message)).toBeDefined();
  expect(server.bodyOf(create)).toEqual({ members: [bob.id] });
  expect(window.location.pathname).toBe(`/chat/${idOf(5)}`);
});

test('[CHT-212] a group can be named while it is created; a direct chat cannot', async () => {
  const { server, person, dialog } = await openCreate({
    [create]: { status: 201, body: { chatId: idOf(5) } },
    [`GET /api/chats/get/${idOf(5)}`]: { body: { data: aGroup(5) } },
    [`GET /api/messages/get/${idOf(5)}?limit=15`]: { body: { data: [], haveMore: false } },
  });
  const hint = 'Choose one friend, or more for a group';
  await person.click(await dialog.findByRole('button', { name: /^Add Bob/ }));
  // Once as the dialog's description, once as visible text.
  expect(dialog.getAllByText(hint)).toHaveLength(2);
  expect(dialog.queryByLabelText('Group name')).toBeNull();
  await person.click(dialog.getByRole('button', { name: /^Add Cid/ }));
  await person.type(dialog.getByLabelText('Group name'), 'Book club{Enter}');
  await waitFor(() => expect(server.bodyOf(create)).toEqual({ members: [bob.id, cid.id], name: 'Book club' }));
});

test('[CHT-11] the dialog shows that no friends were found, and the server message of a refusal', async () => {
  const { server, person, dialog } = await openCreate({
    [`${friends}?search=zz`]: data(),
    [create]: refusal(403, 'forbidden', answerTexts.onlyFriends),
  });
  await person.click(await dialog.findByRole('button', { name: /^Add Bob/ }));
  await person.type(dialog.getByLabelText("Enter friend's name or email"), 'zz');
  expect(await dialog.findByText('No friends found')).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(answerTexts.onlyFriends)).toBeDefined();
  expect(server.bodyOf(create)).toEqual({ members: [bob.id] });
});

test('[CHT-12] adding members offers only friends who are not in the chat', async () => {
  const dan = aPerson('Dan');
  const { server, person, panel } = await openInfo(aGroup(1), { [friends]: data(bob, cid, dan), [add]: { body: {} } });
  await person.click(panel.getByRole('button', { name: 'Add member to chat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add members' }));
  await person.click(await dialog.findByRole('button', { name: /^Add Dan/ }));
  expect(dialog.queryByRole('button', { name: /^Add (Bob|Cid)/ })).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(chatToasts.membersAdded.title)).toBeDefined();
  expect(server.bodyOf(add)).toEqual({ chatId: idOf(1), members: [dan.id] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[CHT-13] a direct chat has no editing and no member list; a group has', async () => {
  const { panel } = await openInfo(aChat(1));
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
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(groupTexts.adminsRemove)).toBeDefined();
  expect(server.bodyOf(remove)).toEqual({ chatId: idOf(1), memberId: cid.id });
});

test('[CHT-14] a group can be renamed; saving without a change sends nothing', async () => {
  const edit = 'POST /api/chats/edit';
  const { server, person, panel } = await openInfo(aGroup(1), { [edit]: { body: {} } });
  await person.click(panel.getByRole('button', { name: 'Edit chat informaton' }));
  await person.click(panel.getByRole('button', { name: 'Save' }));
  expect(server.asked).not.toContain(edit);

  await person.clear(panel.getByLabelText('Chat name'));
  await person.type(panel.getByLabelText('Chat name'), 'Trio{Enter}');
  expect(await screen.findByText(chatToasts.edited.title)).toBeDefined();
  expect(server.bodyOf(edit)).toEqual({ chatId: idOf(1), name: 'Trio' });
});

test.each([
  ['Leave', `POST /api/chats/leave/${idOf(1)}`, chatToasts.left.title],
  ['Delete', `DELETE /api/chats/delete/${idOf(1)}`, chatToasts.deleted.title],
])('[CHT-15] %s asks first, then the chat closes with one toast', async (verb, call, toast) => {
  const { server, person, panel } = await openInfo(aGroup(1), { [call]: { body: {} } });
  await person.click(panel.getByRole('button', { name: `${verb} this chat` }));
  expect(server.asked).not.toContain(call);
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: verb }));
  expect(await screen.findByText(toast)).toBeDefined();
  expect(await screen.findByRole('heading', { name: /^Welcome|^Select a chat/ })).toBeDefined();
  await chatServer.emit('outChat', idOf(1));
  expect(screen.queryByText('Chat closed')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Chat 1/ })).toBeNull());
});

test('[CHT-15] a refused deletion shows the reason and keeps the chat open', async () => {
  const call = `DELETE /api/chats/delete/${idOf(1)}`;
  const { person, panel } = await openInfo(aGroup(1), { [call]: refusal(403, 'forbidden', groupTexts.ownerDeletes) });
  await person.click(panel.getByRole('button', { name: 'Delete this chat' }));
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(groupTexts.ownerDeletes)).toBeDefined();
  expect(window.location.pathname).toBe(`/chat/${idOf(1)}`);
});

test('[CHT-16] being removed from the open chat closes it and removes its row', async () => {
  await openInfo(aGroup(1));
  await chatServer.emit('outChat', idOf(1));
  expect(await screen.findByText('Chat 1 is no longer in your list')).toBeDefined();
  expect(screen.getByRole('heading', { name: /^Welcome|^Select a chat/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: /Chat 1/ })).toBeNull();
  expect(window.location.pathname).toBe('/');
});

const userOf = ({ _id, name, avatar }: ChatMember) => ({
  _id,
  id: _id,
  name,
  avatar,
});

test('[CHT-250] a chat with a namesake keeps its name when the user is renamed', async () => {
  const chatOf = (mine: string, theirs: string) => {
    const members = [
      { ...userOf(me), name: mine },
      { _id: bob._id, name: theirs, avatar: bob.avatar },
    ];
    return aChat(1, { name: theirs, avatar: bob.avatar, members });
  };
  const { server, panel } = await openInfo(chatOf(me.name, me.name));
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  /** The page may request the chat at any time after it has connected. */
  const rename = async (chat: ReturnType<typeof chatOf>, person: ReturnType<typeof userOf>) => {
    server.answer(`GET /api/chats/get/${chat._id}`, { body: { data: chat } });
    await chatServer.emit('userUpdated', person);
  };
  await rename(chatOf('Anna', me.name), { ...userOf(me), name: 'Anna' });
  expect(panel.getByRole('heading', { name: me.name })).toBeDefined();
  await rename(chatOf('Anna', 'Robert'), { ...userOf(bob), name: 'Robert' });
  expect(await panel.findByRole('heading', { name: 'Robert' })).toBeDefined();
});

test('[CHT-251] details about the other person are shown below the buttons', async () => {
  const { panel } = await openInfo(aChat(1), {
    [`GET /api/users/get?id=${bob.id}`]: { body: { user: { ...bob, friendsSince: '2026-01-01T00:00:00.000Z' } } },
  });
  const facts = await panel.findByRole('region', { name: 'About' });
  const lastButton = panel.getAllByRole('button').at(-1) as HTMLElement;
  expect(lastButton.compareDocumentPosition(facts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
