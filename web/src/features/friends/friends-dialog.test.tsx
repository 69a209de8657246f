import { friendToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dataOf, emptyChat } from '../../../test/answers.ts';
import { aChat, aPerson, aRequest, bob, cid, idOf, myself } from '../../../test/chats.ts';
import { closeApp, openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { answerQuestion, type Answers, isConnected, openMain } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const friends = 'GET /api/friendships/friends';
const requests = 'GET /api/friendships/requests';
const sent = 'GET /api/friendships/sent-requests';
const create = 'POST /api/chats/create';
const post = (action: string) => `POST /api/friendships/${action}`;
const find = (text: string) => `GET /api/friendships/search-for-friends?search=${text}`;

async function openFriends(answers: Answers = {}, tab?: string) {
  const { server, person } = await openMain(answers);
  // The dialog opens where requests are waiting, if they are known.
  const menu = await screen.findByRole('button', { name: answers[requests] ? /^Menu, new/ : /^Menu/ });
  await person.click(menu);
  await person.click(await screen.findByRole('menuitem', { name: /^Friends/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Friends' }));
  if (tab) await person.click(dialog.getByRole('tab', { name: new RegExp(`^${tab}`) }));
  return { server, person, dialog };
}

const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }));
const chatWithBob = {
  [create]: { status: 201, body: { chatId: idOf(5) } },
  ...emptyChat(5, aChat(5, { name: 'Bob' })),
};
const isWithBob = async () => {
  expect(await screen.findByText('No messages yet')).toBeDefined();
  expect(window.location.pathname).toBe(`/chat/${idOf(5)}`);
};

test('[FRD-1] [FRD-2] [FRD-203] the dialog has four tabs and a search; waiting requests are marked and opened first', async () => {
  const { dialog } = await openFriends();
  const tabs = () => dialog.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')]);
  const others = ['Sent', 'Find'].map((name) => [name, 'false']);
  expect(tabs()).toEqual([['Friends', 'true'], ['Requests', 'false'], ...others]);
  expect(dialog.getByLabelText('Search')).toBeDefined();
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
  closeApp();
  const { dialog: busy } = await openFriends({ [requests]: dataOf(aRequest(1, bob)) });
  const tab = await busy.findByRole('tab', { name: 'Requests waiting' });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('button', { name: 'Menu, new friend requests', hidden: true })).toBeDefined();
});

test('[FRD-3] [FRD-204] [FRD-304] friends who are online come first; a row has a menu, from which one is blocked', async () => {
  const { server, person, dialog } = await openFriends({ [friends]: dataOf(bob, cid), [post('block')]: { body: {} } });
  const names = () => dialog.getAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent);
  await dialog.findByRole('list', { name: 'Friends' });
  expect(names()).toEqual(['Bob', 'Cid']);
  await chatServer.emit('getOnlineUsers', [cid.id]);
  expect(names()).toEqual(['Cid', 'Bob']);
  expect(dialog.getAllByText(', online')).toHaveLength(1);
  const row = within(dialog.getAllByRole('listitem')[1] as HTMLElement);
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Remove', 'Chat', '']);

  await person.click(row.getByRole('button', { name: 'More about Bob' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Block' }));
  server.answer(friends, dataOf(cid));
  await answerQuestion(person, 'Block');
  expect(await screen.findByText('Person blocked')).toBeDefined();
  expect(server.bodyOf(post('block'))).toEqual({ userId: bob.id });
  await waitFor(() => expect(names()).toEqual(['Cid']));
});

test('[FRD-4] a friend is removed after a question, at once, and returns if the server refuses', async () => {
  const { server, person, dialog } = await openFriends({
    [friends]: dataOf(bob),
    [post('remove-friend')]: refusal(404, 'not_found', 'Friend not found'),
  });
  const remove = async () => person.click(await dialog.findByRole('button', { name: 'Remove Bob' }));
  await remove();
  expect(screen.getByRole('alertdialog', { name: 'Are you sure you want to remove this friend?' })).toBeDefined();
  await answerQuestion(person, 'Cancel');
  expect(dialog.getByText('Bob')).toBeDefined();
  expect(server.asked).not.toContain(post('remove-friend'));

  await remove();
  await answerQuestion(person, 'Remove');
  expect(await screen.findByText('Friend not found')).toBeDefined();
  expect(await dialog.findByText('Bob')).toBeDefined();

  server.answer(post('remove-friend'), { body: {} });
  server.answer(friends, dataOf());
  await remove();
  await answerQuestion(person, 'Remove');
  expect(await screen.findByText(friendToasts.removed.title)).toBeDefined();
  await waitFor(() => expect(dialog.queryByText('Bob')).toBeNull());
  expect(server.bodyOf(post('remove-friend'))).toEqual({ friendId: bob.id });
});

test('[FRD-5] [FRD-6] [FRD-11] requests are accepted, declined and cancelled in their tabs, which notify nobody twice', async () => {
  const [first, second] = [aRequest(1, bob), aRequest(2, cid)];
  const { server, person, dialog } = await openFriends(
    {
      [requests]: dataOf(first, second),
      [post('accept-request')]: { body: {} },
      [post('reject-request')]: { body: {} },
      [sent]: dataOf(aRequest(3, myself, bob)),
      [post('cancel-request')]: { body: {} },
    },
    'Requests',
  );
  const accept = await dialog.findByRole('button', { name: 'Accept Bob' });
  server.answer(requests, dataOf(second));
  const timesRead = server.timesAsked(requests);
  await person.click(accept);
  await chatServer.emit('friendRequestAccepted', first);
  expect(await screen.findByText(friendToasts.requestAccepted.title)).toBeDefined();
  expect(screen.queryByText('You and Bob are now friends')).toBeNull();
  expect(server.bodyOf(post('accept-request'))).toEqual({ requestId: idOf(1) });
  await waitFor(() => expect(dialog.queryByText('Bob')).toBeNull());
  // Otherwise the list that is read again would already be without Cid.
  await waitFor(() => expect(server.timesAsked(requests)).toBeGreaterThan(timesRead));

  const decline = dialog.getByRole('button', { name: 'Decline Cid' });
  server.answer(requests, dataOf());
  await person.click(decline);
  expect(await screen.findByText(friendToasts.requestRejected.title)).toBeDefined();
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
  expect(server.bodyOf(post('reject-request'))).toEqual({ requestId: idOf(2) });

  await person.click(dialog.getByRole('tab', { name: 'Sent' }));
  const cancel = await dialog.findByRole('button', { name: 'Cancel request to Bob' });
  server.answer(sent, dataOf());
  await person.click(cancel);
  expect(await screen.findByText(friendToasts.requestCanceled.title)).toBeDefined();
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
  expect(server.bodyOf(post('cancel-request'))).toEqual({ requestId: idOf(3) });
});

test('[FRD-7] [FRD-202] Find friends searches for the typed text; the search follows half a second after the last key', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const byAddress = 'GET /api/friendships/search-by-email?email=bob%40example.com';
  const { server, person } = await openMain({ [find('bo')]: dataOf(bob), [byAddress]: dataOf(cid) });
  await person.type(await screen.findByLabelText('Name or email address of a friend'), 'bo{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Friends' }));
  expect(dialog.getByRole('tab', { name: 'Find' }).getAttribute('aria-selected')).toBe('true');
  expect(await dialog.findByText('Bob')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByLabelText('Search'));

  await person.clear(dialog.getByLabelText('Search'));
  await person.paste('bob@example.com');
  passTime(400);
  expect(server.asked).not.toContain(byAddress);
  passTime(200);
  expect(await dialog.findByText('Cid')).toBeDefined();
  expect(server.asked.filter((asked) => asked.includes('/search-'))).toEqual([find('bo'), byAddress]);
});

test('[FRD-8] a found user can be sent one request, which is then pending', async () => {
  const found = [bob, aPerson('Olga', { status: 'friend' }), aPerson('Otto', { status: 'pending' })];
  const { server, person, dialog } = await openFriends(
    { [find('o')]: dataOf(...found), [post('send-request')]: { body: {} } },
    'Find',
  );
  await person.type(dialog.getByLabelText('Search'), 'o');
  const ask = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add friend: send request to Bob' });
  const others = dialog.getAllByRole<HTMLButtonElement>('button', { name: /^(Pending|Friend): .*O/ });
  expect(others.map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(dialog.getByText('Friend')).toBeDefined();

  server.answer(find('o'), dataOf({ ...bob, status: 'pending' }, ...found.slice(1)));
  await person.click(ask);
  expect(await screen.findByText(friendToasts.requestSent.title)).toBeDefined();
  await waitFor(() => expect(dialog.getAllByText('Pending')).toHaveLength(2));
  expect(ask.disabled).toBe(true);
});

test('[FRD-10] [FRD-200] an incoming request shows a toast and appears in its tab; a toast declines it', async () => {
  // Toasts close by themselves, but not because this machine is busy.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person, dialog } = await openFriends({ [post('reject-request')]: { body: {} } }, 'Requests');
  server.answer(requests, dataOf(aRequest(1, bob)));
  await chatServer.emit('friendRequest', aRequest(1, bob));
  expect(await screen.findByText('Bob sent you a friend request')).toBeDefined();
  expect(await dialog.findByRole('button', { name: 'Accept Bob' })).toBeDefined();
  await person.click(await toasts().findByRole('button', { name: 'Decline' }));
  expect(await toasts().findByText(friendToasts.requestRejected.title)).toBeDefined();
  expect(server.bodyOf(post('reject-request'))).toEqual({ requestId: idOf(1) });
});

test('[FRD-11] [FRD-201] the sender of an accepted request is notified, and opens the chat from the toast', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person, dialog } = await openFriends(chatWithBob);
  server.answer(friends, dataOf(bob));
  await chatServer.emit('friendRequestAccepted', aRequest(1, myself, bob));
  expect(await toasts().findByText('You and Bob are now friends')).toBeDefined();
  expect(await dialog.findByText('Bob')).toBeDefined();
  await person.click(toasts().getByRole('button', { name: 'Chat' }));
  await isWithBob();
});

test('[FRD-200] a request is accepted in its toast, and the next toast opens the chat', async () => {
  const { server, person } = await openMain({
    [requests]: dataOf(aRequest(1, bob)),
    [post('accept-request')]: { body: {} },
    ...chatWithBob,
  });
  await chatServer.emit('friendRequest', aRequest(1, bob));
  await person.click(await toasts().findByRole('button', { name: 'Accept' }));
  expect(await toasts().findByText(friendToasts.requestAccepted.title)).toBeDefined();
  expect(server.bodyOf(post('accept-request'))).toEqual({ requestId: idOf(1) });
  expect(toasts().queryByText('Bob sent you a friend request')).toBeNull();

  await person.click(toasts().getByRole('button', { name: 'Chat' }));
  await isWithBob();
  expect(server.bodyOf(create)).toEqual({ members: [bob.id] });
});

test('[FRD-200] [FRD-220] requests of namesakes have a toast each, which closes with its request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [first, second, third] = [aRequest(1, bob), aRequest(2, { ...cid, name: 'Bob' }), aRequest(3, cid)];
  const { server, person, dialog } = await openFriends(
    { [requests]: dataOf(first, second, third), [post('accept-request')]: { body: {} } },
    'Requests',
  );
  for (const request of [first, second, third]) await chatServer.emit('friendRequest', request);
  const ofBobs = 'Bob sent you a friend request';
  expect(await toasts().findAllByText(ofBobs)).toHaveLength(2);
  const [accept] = await dialog.findAllByRole('button', { name: 'Accept Bob' });
  server.answer(requests, dataOf(second, third));
  await person.click(accept as HTMLElement);
  await waitFor(() => expect(toasts().getAllByText(ofBobs)).toHaveLength(1));

  // Cancelled, or answered on another device.
  server.answer(requests, dataOf(third));
  await chatServer.emit('friendshipsChanged');
  await waitFor(() => expect(toasts().queryByText(ofBobs)).toBeNull());
  expect(toasts().getByText('Cid sent you a friend request')).toBeDefined();
});

test('[FRD-221] a call window shows no friend toasts, whose buttons would navigate away from the call', async () => {
  openApp('/end-call', signedIn);
  await isConnected();
  await chatServer.emit('friendRequest', aRequest(1, bob));
  await chatServer.emit('friendRequestAccepted', aRequest(2, myself, cid));
  expect(toasts().queryAllByRole('listitem')).toEqual([]);
});

test('[FRD-9] [FRD-204] [INV-24] a link is offered where nobody is found, the existing chat once a found user has accepted', async () => {
  const { server, person, dialog } = await openFriends(
    { [find('o')]: dataOf({ ...bob, status: 'pending' }), [find('oz')]: dataOf(), ...chatWithBob },
    'Find',
  );
  const field = dialog.getByLabelText('Search');
  const isLinkOffered = () => dialog.queryByRole('button', { name: /^Invite by link/ }) !== null;
  expect(isLinkOffered()).toBe(true);
  await person.type(field, 'oz');
  expect(await dialog.findByText('Nothing to show')).toBeDefined();
  expect(isLinkOffered()).toBe(true);
  await person.type(field, '{Backspace}');
  expect(await dialog.findByText('Pending')).toBeDefined();
  expect(isLinkOffered()).toBe(false);

  const exists = { code: 'chat_exists', message: 'You already have a chat with this friend', chatId: idOf(5) };
  server.answer(create, { status: 409, body: exists });
  server.answer(find('o'), dataOf({ ...bob, status: 'friend' }));
  await chatServer.emit('friendRequestAccepted', aRequest(1, myself, bob));
  await person.click(await dialog.findByRole('button', { name: 'Start chat with Bob' }));
  await isWithBob();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Failed to create chat')).toBeNull();
});
