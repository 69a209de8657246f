import type { SearchResult } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aPerson, aRow, bob, cid, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const lists = {
  ...signedIn,
  'GET /api/chats/all': { body: { data: [aRow(1, { name: 'Ferry trip' }), aRow(2, { name: 'Work' })] } },
  'GET /api/friendships/friends': { body: { data: [bob, cid] } },
};

const aResult = (content: string, highlights: [number, number][]): SearchResult => ({
  message: aMessage(2, 7, { content }),
  chat: { _id: idOf(2), name: 'Work', avatar: `/api/avatars/${idOf(2)}.svg`, isGroup: false },
  highlights,
});

async function openPalette(answers: Parameters<typeof openApp>[1] = {}) {
  const opened = openApp('/', { ...lists, ...answers });
  await screen.findByRole('link', { name: /Ferry trip/ });
  await opened.person.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search' });
  return { ...opened, field };
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true }).textContent;

test('[SRC-20] Ctrl+K opens the palette with recent chats, commands and filters', async () => {
  const { person } = await openPalette();
  expect(options()).toEqual(expect.arrayContaining(['Ferry trip', 'Work', 'New chat', 'from: sent by somebody']));
  expect(selected()).toBe('Work');
  await person.keyboard('{ArrowDown}');
  expect(selected()).toBe('Ferry trip');
  await person.keyboard('{ArrowUp}{ArrowUp}');
  expect(selected()).toBe('after: sent from a day on');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
});

test('[SRC-20] one text finds chats, people, commands and messages, with what was found marked', async () => {
  const { person } = await openPalette({
    'GET /api/messages/search?q=ch': { body: { data: [aResult('Lunch at one', [[3, 2]])], cursor: null } },
  });
  await person.keyboard('ch');
  const group = within(await screen.findByRole('group', { name: 'Messages in Work' }));
  expect(group.getByText('ch').tagName).toBe('MARK');
  expect(screen.getByRole('group', { name: 'Commands' }).textContent).toContain('New chat');
  expect(screen.queryByRole('group', { name: 'Chats' })).toBeNull();
});

test('[SRC-20] Enter runs the selected row: a chat opens, a command runs', async () => {
  const { person } = await openPalette({
    [`GET /api/chats/get/${idOf(2)}`]: { body: { data: aChat(2) } },
    [`GET /api/messages/get/${idOf(2)}?limit=15`]: { body: { data: [], haveMore: false } },
    'GET /api/messages/search?q=work': { body: { data: [], cursor: null } },
    'GET /api/messages/search?q=dark': { body: { data: [], cursor: null } },
  });
  await person.keyboard('work');
  await waitFor(() => expect(selected()).toBe('Work'));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe(`/chat/${idOf(2)}`));
  await person.keyboard('{Control>}k{/Control}');
  await person.type(await screen.findByRole('combobox', { name: 'Search' }), 'dark');
  await waitFor(() => expect(selected()).toBe('Dark theme'));
  await person.keyboard('{Enter}');
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
});

test('[SRC-21] filters are typed or chosen, shown as chips, and removed', async () => {
  const { person, server, field } = await openPalette({
    [`GET /api/messages/search?q=lunch&from=${bob.id}`]: { body: { data: [], cursor: null } },
    'GET /api/messages/search?q=lunch': { body: { data: [], cursor: null } },
  });
  await person.keyboard('lunch from:bo');
  await waitFor(() => expect(options()).toEqual(['from: Bob']));
  await person.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove filter from: Bob' })).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('lunch');
  await waitFor(() => expect(server.asked).toContain(`GET /api/messages/search?q=lunch&from=${bob.id}`));
  await person.click(screen.getByRole('button', { name: 'Remove filter from: Bob' }));
  await waitFor(() => expect(server.asked).toContain('GET /api/messages/search?q=lunch'));
  expect(document.activeElement).toBe(field);
});

test('[SRC-20] a search says why it was refused, or that it failed', async () => {
  const { person, field } = await openPalette({
    'GET /api/messages/search?q=everything': refusal(400, 'invalid_input', 'Please be more specific'),
    'GET /api/messages/search?q=lunch': 'network down',
  });
  await person.keyboard('everything');
  expect(await screen.findByText('Please be more specific')).toBeDefined();
  await person.clear(field);
  await person.keyboard('lunch');
  expect(await screen.findByText('The messages could not be searched')).toBeDefined();
});

test('[SRC-22] without a connection the palette searches chats, people and messages on the device, and says so', async () => {
  const texts = ['Dora missed the ferry', 'see you'];
  const { person, server } = await openPalette({
    'GET /api/friendships/friends': { body: { data: [bob, aPerson('Ferris')] } },
    [`GET /api/chats/get/${idOf(2)}`]: { body: { data: aChat(2) } },
    [`GET /api/messages/get/${idOf(2)}?limit=15`]: {
      body: { data: texts.map((content, index) => aMessage(2, 2 - index, { content })), haveMore: false },
    },
  });
  // The chat is opened once.
  await person.keyboard('{Enter}');
  await screen.findByText('see you');
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  chatServer.isUp = false;
  await chatServer.cut();
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
  await person.keyboard('ferr');
  const group = within(await screen.findByRole('group', { name: 'Messages in Work' }));
  expect(group.getByText('ferr').tagName).toBe('MARK');
  expect(options()).toEqual(['Ferry trip', 'Ferris', expect.stringContaining('Dora missed the ferry')]);
  expect(screen.getByText('3 results. No connection: only what is kept on this device is searched')).toBeDefined();
  expect(server.asked.filter((asked) => asked.includes('/search?'))).toEqual([]);
  await person.keyboard(' xyz');
  expect(await screen.findByText(/^Nothing found\. No connection: /)).toBeDefined();
});

test('[SRC-23] the search field of the list leads to the messages', async () => {
  const { person } = openApp('/', {
    ...lists,
    'GET /api/chats/all?search=lunch': { body: { data: [] } },
    'GET /api/messages/search?q=lunch': { body: { data: [aResult('Lunch at one', [[0, 5]])], cursor: null } },
  });
  await person.type(await screen.findByLabelText('Search chat'), 'lunch');
  await person.click(await screen.findByRole('button', { name: 'Search messages for “lunch”' }));
  expect(await screen.findByRole('group', { name: 'Messages in Work' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }).value).toBe('lunch');
});
