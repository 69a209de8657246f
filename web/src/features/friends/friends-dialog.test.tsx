import { friendToasts } from '@chat-app/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aChat, aPerson, aRequest, bob, cid, idOf, myself } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const friends = 'GET /api/friendships/friends';
const requests = 'GET /api/friendships/requests';
const sent = 'GET /api/friendships/sent-requests';
const post = (action: string) => `POST /api/friendships/${action}`;
const data = (...rows: unknown[]) => ({ body: { data: rows } });

async function openFriends(answers: Parameters<typeof openApp>[1] = {}, tab?: string) {
  const { server, person } = openApp('/', { ...signedIn, ...answers });
  await person.click(await screen.findByRole('button', { name: /^Menu/ }));
  await person.click(await screen.findByRole('menuitem', { name: /^Friends/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Friends' }));
  if (tab) await person.click(dialog.getByRole('tab', { name: new RegExp(`^${tab}`) }));
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  return { server, person, dialog };
}

const namesIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('bdi')?.textContent);

test('[FRD-1] the dialog has four tabs, a search and an empty state', async () => {
  const { dialog } = await openFriends();
  expect(dialog.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Friends', 'Requests', 'Sent', 'Find']);
  expect(dialog.getByLabelText('Search')).toBeDefined();
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
});

test('[FRD-2] waiting requests put a red dot on the menu, its entry and the tab', async () => {
  const { dialog } = await openFriends({ [requests]: data(aRequest(1, bob)) });
  expect(await dialog.findByRole('tab', { name: 'Requests waiting' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Menu, new friend requests', hidden: true })).toBeDefined();
});

test('[FRD-3] online friends are marked and come first, and move when their presence changes', async () => {
  const { dialog } = await openFriends({ [friends]: data(bob, cid) });
  expect(namesIn(await dialog.findByRole('list', { name: 'Friends' }))).toEqual(['Bob', 'Cid']);
  await chatServer.emit('getOnlineUsers', [cid.id]);
  expect(namesIn(dialog.getByRole('list', { name: 'Friends' }))).toEqual(['Cid', 'Bob']);
  expect(dialog.getAllByText(', online')).toHaveLength(1);
});

test('[FRD-4] removing a friend asks for confirmation; Cancel changes nothing', async () => {
  const { server, person, dialog } = await openFriends({ [friends]: data(bob) });
  await person.click(await dialog.findByRole('button', { name: 'Remove Bob' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Are you sure you want to remove this friend?' }));
  await person.click(question.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByText('Bob')).toBeDefined();
  expect(server.asked).not.toContain(post('remove-friend'));
});

test('[FRD-4] a removed friend leaves the list at once, and returns if the server refuses', async () => {
  const { server, person, dialog } = await openFriends({
    [friends]: data(bob),
    [post('remove-friend')]: refusal(404, 'not_found', 'Friend not found'),
  });
  await person.click(await dialog.findByRole('button', { name: 'Remove Bob' }));
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Friend not found')).toBeDefined();
  expect(await dialog.findByText('Bob')).toBeDefined();

  server.answer(post('remove-friend'), { body: {} });
  server.answer(friends, data());
  await person.click(dialog.getByRole('button', { name: 'Remove Bob' }));
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(friendToasts.removed.title)).toBeDefined();
  expect(dialog.queryByText('Bob')).toBeNull();
  expect(server.bodyOf(post('remove-friend'))).toEqual({ friendId: bob.id });
});

test.each([
  ['accept', 'accept-request', friendToasts.requestAccepted.title],
  ['decline', 'reject-request', friendToasts.requestRejected.title],
])('[FRD-5] a request answered with %s leaves the list', async (verb, action, toast) => {
  const { server, person, dialog } = await openFriends(
    { [requests]: data(aRequest(1, bob)), [post(action)]: { body: {} } },
    'Requests',
  );
  const button = await dialog.findByRole('button', { name: new RegExp(`^${verb} Bob`, 'i') });
  server.answer(requests, data());
  await person.click(button);
  expect(await screen.findByText(toast)).toBeDefined();
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
  expect(server.bodyOf(post(action))).toEqual({ requestId: idOf(1) });
});

test('[FRD-6] a sent request can be cancelled', async () => {
  const { server, person, dialog } = await openFriends(
    { [sent]: data(aRequest(1, myself, bob)), [post('cancel-request')]: { body: {} } },
    'Sent',
  );
  const button = await dialog.findByRole('button', { name: 'Cancel request to Bob' });
  server.answer(sent, data());
  await person.click(button);
  expect(await screen.findByText(friendToasts.requestCanceled.title)).toBeDefined();
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
});

test.each([
  ['a name', 'bo', 'GET /api/friendships/search-for-friends?search=bo'],
  ['an address', 'bob@example.com', 'GET /api/friendships/search-by-email?email=bob%40example.com'],
])('[FRD-7] %s is searched half a second after the last key, not before', async (_what, text, call) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person, dialog } = await openFriends({ [call]: data(bob) }, 'Find');
  await person.click(dialog.getByLabelText('Search'));
  await person.paste(text);
  passTime(400);
  expect(server.asked).not.toContain(call);
  passTime(200);
  expect(await dialog.findByText('Bob')).toBeDefined();
  expect(server.asked.filter((asked) => asked.includes('/search-'))).toEqual([call]);
});

test('[FRD-8] a found user can be sent one request, which is then pending', async () => {
  const call = 'GET /api/friendships/search-for-friends?search=o';
  const found = [bob, aPerson('Olga', { status: 'friend' }), aPerson('Otto', { status: 'pending' })];
  const { server, person, dialog } = await openFriends(
    { [call]: data(...found), [post('send-request')]: { body: {} } },
    'Find',
  );
  await person.type(dialog.getByLabelText('Search'), 'o');
  const ask = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add friend: send request to Bob' });
  const others = dialog.getAllByRole<HTMLButtonElement>('button', { name: /^(Pending|Friend): .*O/ });
  expect(others.map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(dialog.getByText('Friend')).toBeDefined();

  server.answer(call, data({ ...bob, status: 'pending' }, ...found.slice(1)));
  await person.click(ask);
  expect(await screen.findByText(friendToasts.requestSent.title)).toBeDefined();
  await waitFor(() => expect(dialog.getAllByText('Pending')).toHaveLength(2));
  expect(ask.disabled).toBe(true);
});

test.each([
  ['a new chat', { status: 201, body: { chatId: idOf(5) } }],
  [
    'the chat that exists already',
    {
      status: 409,
      body: { code: 'chat_exists', message: 'You already have a chat with this friend', chatId: idOf(5) },
    },
  ],
])('[FRD-9] starting a chat from a row opens %s and closes the dialog', async (_what, answer) => {
  const { person, dialog } = await openFriends({
    [friends]: data(bob),
    'POST /api/chats/create': answer,
    [`GET /api/chats/get/${idOf(5)}`]: { body: { data: aChat(5, { name: 'Bob' }) } },
    [`GET /api/messages/get/${idOf(5)}?limit=15`]: { body: { data: [], haveMore: false } },
  });
  await person.click(await dialog.findByRole('button', { name: 'Start chat with Bob' }));
  expect(await screen.findByText('No messages yet')).toBeDefined();
  expect(window.location.pathname).toBe(`/chat/${idOf(5)}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Failed to create chat')).toBeNull();
});

test('[FRD-10] an incoming request shows a toast and appears in its tab', async () => {
  const { server, dialog } = await openFriends({}, 'Requests');
  server.answer(requests, data(aRequest(1, bob)));
  await chatServer.emit('friendRequest', aRequest(1, bob));
  expect(await screen.findByText('Bob sent you a friend request')).toBeDefined();
  expect(await dialog.findByRole('button', { name: 'Accept Bob' })).toBeDefined();
});

test('[FRD-11] the sender of a request is notified when it is accepted', async () => {
  const { server, dialog } = await openFriends();
  server.answer(friends, data(bob));
  await chatServer.emit('friendRequestAccepted', aRequest(1, myself, bob));
  expect(await screen.findByText('You and Bob are now friends')).toBeDefined();
  expect(await dialog.findByText('Bob')).toBeDefined();
});

test('[FRD-11] the tab that accepted is not notified a second time', async () => {
  const { person, dialog } = await openFriends(
    { [requests]: data(aRequest(1, bob)), [post('accept-request')]: { body: {} } },
    'Requests',
  );
  await person.click(await dialog.findByRole('button', { name: 'Accept Bob' }));
  await chatServer.emit('friendRequestAccepted', aRequest(1, bob));
  expect(await screen.findByText(friendToasts.requestAccepted.title)).toBeDefined();
  expect(screen.queryByText('You and Bob are now friends')).toBeNull();
});

async function openMain(answers: Parameters<typeof openApp>[1] = {}) {
  const app = openApp('/', { ...signedIn, ...answers });
  await screen.findByRole('button', { name: /^Menu/ });
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  return app;
}

const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }));
const chatWithBob = {
  'POST /api/chats/create': { status: 201, body: { chatId: idOf(5) } },
  [`GET /api/chats/get/${idOf(5)}`]: { body: { data: aChat(5, { name: 'Bob' }) } },
  [`GET /api/messages/get/${idOf(5)}?limit=15`]: { body: { data: [], haveMore: false } },
};

test('[FRD-200] a request is accepted in its toast, and the next toast opens the chat', async () => {
  const { server, person } = await openMain({
    [requests]: data(aRequest(1, bob)),
    [post('accept-request')]: { body: {} },
    ...chatWithBob,
  });
  await chatServer.emit('friendRequest', aRequest(1, bob));
  await person.click(await toasts().findByRole('button', { name: 'Accept' }));
  expect(await toasts().findByText(friendToasts.requestAccepted.title)).toBeDefined();
  expect(server.bodyOf(post('accept-request'))).toEqual({ requestId: idOf(1) });
  expect(toasts().queryByText('Bob sent you a friend request')).toBeNull();

  await person.click(toasts().getByRole('button', { name: 'Chat' }));
  expect(await screen.findByText('No messages yet')).toBeDefined();
  expect(server.bodyOf('POST /api/chats/create')).toEqual({ members: [bob.id] });
});

test('[FRD-200] a request is declined in its toast', async () => {
  const { server, person } = await openMain({
    [requests]: data(aRequest(1, bob)),
    [post('reject-request')]: { body: {} },
  });
  await chatServer.emit('friendRequest', aRequest(1, bob));
  await person.click(await toasts().findByRole('button', { name: 'Decline' }));
  expect(await toasts().findByText(friendToasts.requestRejected.title)).toBeDefined();
  expect(server.bodyOf(post('reject-request'))).toEqual({ requestId: idOf(1) });
});

test('[FRD-200] requests of two namesakes have a toast each, which closes when its request is answered', async () => {
  const [first, second] = [aRequest(1, bob), aRequest(2, { ...cid, name: 'Bob' })];
  const { server, person, dialog } = await openFriends(
    { [requests]: data(first, second), [post('accept-request')]: { body: {} } },
    'Requests',
  );
  await chatServer.emit('friendRequest', first);
  await chatServer.emit('friendRequest', second);
  expect(await toasts().findAllByText('Bob sent you a friend request')).toHaveLength(2);
  const [accept] = await dialog.findAllByRole('button', { name: 'Accept Bob' });
  server.answer(requests, data(second));
  await person.click(accept as HTMLElement);
  await waitFor(() => expect(toasts().getAllByText('Bob sent you a friend request')).toHaveLength(1));
});

test('[FRD-220] the toast of a request closes when it is cancelled or answered on another device', async () => {
  const { server } = await openMain({ [requests]: data(aRequest(1, bob), aRequest(2, cid)) });
  await chatServer.emit('friendRequest', aRequest(1, bob));
  await chatServer.emit('friendRequest', aRequest(2, cid));
  expect(await toasts().findByText('Bob sent you a friend request')).toBeDefined();
  server.answer(requests, data(aRequest(2, cid)));
  await chatServer.emit('friendshipsChanged');
  await waitFor(() => expect(toasts().queryByText('Bob sent you a friend request')).toBeNull());
  expect(toasts().getByText('Cid sent you a friend request')).toBeDefined();
});

test('[FRD-221] a call window shows no friend toasts, whose buttons would navigate away from the call', async () => {
  openApp('/end-call', signedIn);
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('friendRequest', aRequest(1, bob));
  await chatServer.emit('friendRequestAccepted', aRequest(2, myself, cid));
  expect(toasts().queryAllByRole('listitem')).toEqual([]);
});

test('[FRD-201] the toast of an accepted request opens the chat', async () => {
  const { person } = await openMain(chatWithBob);
  await chatServer.emit('friendRequestAccepted', aRequest(1, myself, bob));
  expect(await toasts().findByText('You and Bob are now friends')).toBeDefined();
  await person.click(toasts().getByRole('button', { name: 'Chat' }));
  expect(await screen.findByText('No messages yet')).toBeDefined();
  expect(window.location.pathname).toBe(`/chat/${idOf(5)}`);
});

test('[FRD-202] Find friends opens the people search with the typed text and focuses the field', async () => {
  const call = 'GET /api/friendships/search-for-friends?search=bo';
  const { person } = await openMain({ [call]: data(bob) });
  await person.type(await screen.findByLabelText('Name or email address of a friend'), 'bo{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Friends' }));
  expect(dialog.getByRole('tab', { name: 'Find' }).getAttribute('aria-selected')).toBe('true');
  expect(await dialog.findByText('Bob')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Search'));
});

test('[FRD-203] the dialog opens on Requests if any are waiting, otherwise on Friends', async () => {
  const { person, dialog } = await openFriends({ [requests]: data(aRequest(1, bob)) });
  expect(dialog.getByRole('tab', { name: /^Requests/ }).getAttribute('aria-selected')).toBe('true');
  await person.keyboard('{Escape}');
  cleanup();
  const { dialog: calm } = await openFriends();
  expect(calm.getByRole('tab', { name: 'Friends' }).getAttribute('aria-selected')).toBe('true');
});

test('[INV-24] inviting by link is offered before a search, and where nobody is found', async () => {
  const { person, dialog } = await openFriends(
    {
      'GET /api/friendships/search-for-friends?search=o': data(bob),
      'GET /api/friendships/search-for-friends?search=oz': data(),
    },
    'Find',
  );
  expect(dialog.getByRole('button', { name: /^Invite by link/ })).toBeDefined();
  await person.type(dialog.getByLabelText('Search'), 'o');
  expect(await dialog.findByRole('button', { name: 'Add friend: send request to Bob' })).toBeDefined();
  expect(dialog.queryByRole('button', { name: /^Invite by link/ })).toBeNull();
  await person.type(dialog.getByLabelText('Search'), 'z');
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
  expect(dialog.getByRole('button', { name: /^Invite by link/ })).toBeDefined();
});

test('[FRD-204] the row of a found user offers a chat once they accept', async () => {
  const call = 'GET /api/friendships/search-for-friends?search=bo';
  const { server, person, dialog } = await openFriends(
    { [call]: data({ ...bob, status: 'pending' }), ...chatWithBob },
    'Find',
  );
  await person.type(dialog.getByLabelText('Search'), 'bo');
  expect(await dialog.findByText('Pending')).toBeDefined();
  server.answer(call, data({ ...bob, status: 'friend' }));
  await chatServer.emit('friendRequestAccepted', aRequest(1, myself, bob));
  await person.click(await dialog.findByRole('button', { name: 'Start chat with Bob' }));
  expect(await screen.findByText('No messages yet')).toBeDefined();
});

test('[FRD-204] every button of a row but its menu has a text label', async () => {
  const { dialog } = await openFriends({ [friends]: data(bob) });
  await dialog.findByText('Bob');
  const row = within(dialog.getByRole('listitem'));
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove', 'Chat', '']);
  expect(row.getByRole('button', { name: 'More about Bob' })).toBeDefined();
});
