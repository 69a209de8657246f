import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  aChat,
  aGroup,
  aMessage,
  aRow,
  aSystemMessage,
  bob,
  changesAnswer,
  changesCall,
  idOf,
} from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const messages = `GET /api/messages/get/${idOf(1)}`;
const newest = `${messages}?limit=15`;
const page = (list: readonly unknown[], haveMore = false) => ({ body: { data: list, haveMore } });
const answers = (list: readonly unknown[], chat = aChat(1)) => ({
  ...signedIn,
  'GET /api/chats/all': { body: { data: [aRow(1, { read: false, lastSeq: 2 })] } },
  [`GET /api/chats/get/${idOf(1)}`]: { body: { data: chat } },
  [newest]: page(list),
  [changesCall(1, 2)]: changesAnswer(2),
});
const two = [aMessage(1, 2), aSystemMessage(1, 1, 'Bob created the group')];
const isConnected = () => waitFor(() => expect(chatServer.connectionCount).toBe(1));
const region = () => screen.findByRole('region', { name: 'Messages' });

test('[CHT-8] an open chat shows its name, presence and messages, the newest last', async () => {
  openApp(`/chat/${idOf(1)}`, answers(two));
  const texts = within(await region());
  await texts.findByText('message 2');
  const shown = (await region()).textContent ?? '';
  expect(shown.indexOf('Bob created the group')).toBeLessThan(shown.indexOf('message 2'));
  expect(screen.getByRole('heading', { name: 'Chat 1' })).toBeDefined();
  expect(screen.getByText('Offline')).toBeDefined();
});

test('[PRS-2] the header follows the presence of the members', async () => {
  openApp(`/chat/${idOf(1)}`, answers(two));
  await screen.findByText('Offline');
  await isConnected();
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(screen.getByText('Online')).toBeDefined();
  await chatServer.emit('getOnlineUsers', []);
  expect(screen.getByText('Offline')).toBeDefined();
});

test('[CHT-8] a chat without messages shows an empty state', async () => {
  openApp(`/chat/${idOf(1)}`, answers([]));
  expect(await screen.findByText('No messages yet')).toBeDefined();
});

test('[CHT-8] a missing or foreign chat shows an error and a way back', async () => {
  const notFound = refusal(404, 'not_found', 'Chat not found');
  const { person } = openApp(`/chat/${idOf(7)}`, {
    ...answers([]),
    [`GET /api/chats/get/${idOf(7)}`]: notFound,
    [`GET /api/messages/get/${idOf(7)}?limit=15`]: notFound,
  });
  expect(await screen.findByRole('heading', { name: 'This chat is not available' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Back to chats' }));
  expect(await screen.findByRole('heading', { name: /^Welcome|^Select a chat/ })).toBeDefined();
});

test('[CHT-9] the previous page is fetched by `seq`, not by offset, and only once', async () => {
  const above = `${messages}?limit=15&before=3`;
  const { server } = openApp(`/chat/${idOf(1)}`, {
    ...answers([]),
    [newest]: page([aMessage(1, 4), aMessage(1, 3)], true),
    [above]: page([aMessage(1, 2), aMessage(1, 1)]),
    [changesCall(1, 4)]: changesAnswer(4),
  });
  await screen.findByText('message 3');
  await waitFor(() => expect(server.asked).toContain(above));
  await isConnected();
  expect(server.asked.filter((call) => call === above)).toHaveLength(1);
});

test('[CHT-9] a page that failed to load can be retried', async () => {
  const above = `${messages}?limit=15&before=3`;
  const { server, person } = openApp(`/chat/${idOf(1)}`, {
    ...answers([]),
    [newest]: page([aMessage(1, 4), aMessage(1, 3)], true),
    [above]: 'network down',
    [changesCall(1, 4)]: changesAnswer(4),
  });
  await person.click(await screen.findByRole('button', { name: /Older messages could not be loaded/ }));
  await waitFor(() => expect(server.asked.filter((call) => call === above)).toHaveLength(2));
});

test('[CHT-10] a new message appears in the open chat once', async () => {
  openApp(`/chat/${idOf(1)}`, answers(two));
  await screen.findByText('message 2');
  await isConnected();
  await chatServer.emit('newMessage', aMessage(1, 3));
  await chatServer.emit('newMessage', aMessage(1, 3));
  expect(await within(await region()).findAllByText('message 3')).toHaveLength(1);
});

test('[CHT-10] a message after a gap triggers loading of the missing ones', async () => {
  const { server } = openApp(`/chat/${idOf(1)}`, answers(two));
  await screen.findByText('message 2');
  await isConnected();
  server.answer(changesCall(1, 2), changesAnswer(4, aMessage(1, 3), aMessage(1, 4)));
  await chatServer.emit('newMessage', aMessage(1, 4));
  expect(await screen.findByText('message 3')).toBeDefined();
  expect(within(await region()).getByText('message 4')).toBeDefined();
});

test('[CHT-17] opening a chat clears its unread mark, and new messages are reported as read', async () => {
  openApp(`/chat/${idOf(1)}`, answers(two));
  await screen.findByText('message 2');
  await isConnected();
  expect(screen.queryByText('Unread')).toBeNull();
  expect(document.title).toBe('Chat App');
  await chatServer.emit('newMessage', aMessage(1, 3));
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 3]));
  expect(screen.queryByText('Unread')).toBeNull();
});

test('[CHT-17] messages that arrive in a hidden tab are reported as read once it is visible', async () => {
  openApp(`/chat/${idOf(1)}`, answers(two));
  await screen.findByText('message 2');
  await isConnected();
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await chatServer.emit('newMessage', aMessage(1, 3));
  await within(await region()).findByText('message 3');
  expect(chatServer.heard).not.toContainEqual(['chatRead', idOf(1), 3]);

  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 3]));
});

test('[UI-42] a group shows the sender of a message, but none for system messages', async () => {
  openApp(`/chat/${idOf(1)}`, answers(two, aGroup(1)));
  expect(await within(await region()).findByText('Bob')).toBeDefined();
  expect(screen.getByText('Offline').parentElement?.textContent).toBe('Offline · 3 members');
});

test('[UI-43] below 1280 px an open chat hides the list, which opens over the chat on request', async () => {
  const { person } = openApp('/', answers(two));
  const row = await screen.findByRole('link', { name: /Chat 1/ });
  const main = screen.getByRole('main', { hidden: true });
  const list = screen.getByRole('complementary', { name: 'Chats' });
  expect(list.inert).toBe(false);
  await person.click(row);
  await waitFor(() => expect(list.inert).toBe(true));
  await person.click(screen.getByRole('button', { name: 'Show chat list' }));
  expect([list.inert, main.inert]).toEqual([false, true]);
  await person.keyboard('{Escape}');
  expect([list.inert, main.inert]).toEqual([true, false]);
  // Wait until the closed layer has removed its history entry.
  await waitFor(() => expect(window.history.state).not.toHaveProperty('layerCount'));
  act(() => window.history.back());
  await waitFor(() => expect([list.inert, main.inert]).toEqual([false, false]));
});
