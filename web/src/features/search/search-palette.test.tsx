import type { SearchResult } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, emptyChat, listCall, newestCall, pageOf } from '../../../test/answers.ts';
import { aMessage, aPerson, aRow, bob, cid, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { type Answers, isConnected, textsOf } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const friends = 'GET /api/friendships/friends';
const search = (query: string) => `GET /api/messages/search?q=${query}`;
const found = (...data: readonly SearchResult[]) => ({ body: { data, cursor: null } });
const lists = {
  ...signedIn,
  [listCall]: dataOf(aRow(1, { name: 'Ferry trip' }), aRow(2, { name: 'Work' })),
  [friends]: dataOf(bob, cid),
};

const aResult = (content: string, highlights: [number, number][]): SearchResult => ({
  message: aMessage(2, 7, { content }),
  chat: { _id: idOf(2), name: 'Work', avatar: `/api/avatars/${idOf(2)}.svg`, isGroup: false },
  highlights,
});

async function openPalette(answers: Answers = {}) {
  const opened = openApp('/', { ...lists, ...answers });
  await screen.findByRole('link', { name: /Ferry trip/ });
  await opened.person.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search' });
  return { ...opened, field };
}
const options = () => textsOf(screen.getAllByRole('option'));
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

test('[SRC-20] one text finds chats, people, commands and messages, marked, and says why a search was refused or that it failed', async () => {
  const { person, field } = await openPalette({
    [search('everything')]: refusal(400, 'invalid_input', 'Please be more specific'),
    [search('lunch')]: 'network down',
    [search('ch')]: found(aResult('Lunch at one', [[3, 2]])),
  });
  await person.keyboard('ch');
  const group = within(await screen.findByRole('group', { name: 'Messages in Work' }));
  expect(group.getByText('ch').tagName).toBe('MARK');
  expect(screen.getByRole('group', { name: 'Commands' }).textContent).toContain('New chat');
  expect(screen.queryByRole('group', { name: 'Chats' })).toBeNull();

  for (const [text, said] of [
    ['everything', 'Please be more specific'],
    ['lunch', 'The messages could not be searched'],
  ] as const) {
    await person.clear(field);
    await person.keyboard(text);
    expect(await screen.findByText(said)).toBeDefined();
  }
});

test('[SRC-20] Enter runs the selected row: a chat opens, a command runs', async () => {
  const { person } = await openPalette({
    ...emptyChat(2),
    [search('work')]: found(),
    [search('dark')]: found(),
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
    [search(`lunch&from=${bob.id}`)]: found(),
    [search('lunch')]: found(),
  });
  await person.keyboard('lunch from:bo');
  await waitFor(() => expect(options()).toEqual(['from: Bob']));
  await person.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Remove filter from: Bob' })).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('lunch');
  await waitFor(() => expect(server.asked).toContain(search(`lunch&from=${bob.id}`)));
  await person.click(screen.getByRole('button', { name: 'Remove filter from: Bob' }));
  await waitFor(() => expect(server.asked).toContain(search('lunch')));
  expect(document.activeElement).toBe(field);
});

test('[SRC-22] without a connection the palette searches chats, people and messages on the device, and says so', async () => {
  const missed = 'Dora missed the ferry';
  const { person, server } = await openPalette({
    [friends]: dataOf(bob, aPerson('Ferris')),
    ...emptyChat(2),
    [newestCall(2)]: pageOf([aMessage(2, 1, { content: 'see you' }), aMessage(2, 2, { content: missed })]),
  });
  // The chat is opened once.
  await person.keyboard('{Enter}');
  await screen.findByText('see you');
  await isConnected();
  chatServer.isUp = false;
  await chatServer.cut();
  await person.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
  await person.keyboard('ferr');
  const group = within(await screen.findByRole('group', { name: 'Messages in Work' }));
  expect(group.getByText('ferr').tagName).toBe('MARK');
  expect(options()).toEqual(['Ferry trip', 'Ferris', expect.stringContaining(missed)]);
  expect(screen.getByText('3 results. No connection: only what is kept on this device is searched')).toBeDefined();
  expect(server.asked.filter((asked) => asked.includes('/search?'))).toEqual([]);
  await person.keyboard(' xyz');
  expect(await screen.findByText(/^Nothing found\. No connection: /)).toBeDefined();
});

test('[SRC-23] the search field of the list leads to the messages', async () => {
  const { person } = openApp('/', {
    ...lists,
    [`${listCall}?search=lunch`]: dataOf(),
    [search('lunch')]: found(aResult('Lunch at one', [[0, 5]])),
  });
  await person.type(await screen.findByLabelText('Search chat'), 'lunch');
  await person.click(await screen.findByRole('button', { name: 'Search messages for “lunch”' }));
  expect(await screen.findByRole('group', { name: 'Messages in Work' })).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' }).value).toBe('lunch');
});
