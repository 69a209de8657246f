import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  changesAnswer,
  changesCall,
  chatAnswers,
  chatCall,
  dataOf,
  listCall,
  newestCall,
  pageOf,
} from '../../../test/answers.ts';
import { aGroup, aMessage, aRow, aSystemMessage, bob, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { openChat, region, textsOf } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const above = `${newestCall(1)}&before=3`;
const unread = { [listCall]: dataOf(aRow(1, { read: false, lastSeq: 2 })) };
const two = [aSystemMessage(1, 1, 'Bob created the group'), aMessage(1, 2)];

test('[CHT-8] [MSG-42] [PRS-2] [UI-42] an open group shows its name, messages with their senders, the newest last, and who is online', async () => {
  await openChat(two, unread, aGroup(1));
  await region().findByText('message 2');
  const items = textsOf(region().getAllByRole('listitem'));
  expect(items).toEqual([expect.stringContaining('Bob created the group'), expect.stringContaining('message 2')]);
  expect(region().getAllByText('Bob')).toHaveLength(1);
  const article = region().getByRole('article', { name: 'Bob' });
  expect(article.textContent).toContain('message 2');
  expect(article.querySelector('time')?.dateTime).toBe(two[1]?.createdAt);
  expect(screen.getByRole('heading', { name: 'Chat 1' })).toBeDefined();
  const presence = () => screen.getByText(/^O(?:n|ff)line$/).parentElement?.textContent;
  expect(presence()).toBe('Offline · 3 members');
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(presence()).toBe('Online · 3 members');
  await chatServer.emit('getOnlineUsers', []);
  expect(presence()).toBe('Offline · 3 members');
});

test('[CHT-8] a missing or foreign chat shows an error and a way back', async () => {
  const notFound = refusal(404, 'not_found', 'Chat not found');
  const answers = { ...chatAnswers(1), [chatCall(7)]: notFound, [newestCall(7)]: notFound };
  const { person } = openApp(`/chat/${idOf(7)}`, answers);
  expect(await screen.findByRole('heading', { name: 'This chat is not available' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Back to chats' }));
  expect(await screen.findByRole('heading', { name: /^Welcome|^Select a chat/ })).toBeDefined();
});

test('[CHT-9] the previous page is fetched by `seq`, once; one that failed to load can be retried', async () => {
  const newest = [aMessage(1, 3), aMessage(1, 4)];
  const { server, person } = await openChat(newest, {
    [newestCall(1)]: pageOf(newest, { haveMore: true }),
    [above]: 'network down',
  });
  const retry = await screen.findByRole('button', { name: /Older messages could not be loaded/ });
  expect(server.timesAsked(above)).toBe(1);
  server.answer(above, pageOf([aMessage(1, 1), aMessage(1, 2)]));
  await person.click(retry);
  await waitFor(() => expect(region().getByText('message 1')).toBeDefined());
  expect(server.timesAsked(above)).toBe(2);
});

test('[CHT-10] a new message appears once, and one after a gap triggers loading of the missing ones', async () => {
  const { server } = await openChat(two, unread);
  await region().findByText('message 2');
  await chatServer.emit('newMessage', aMessage(1, 3));
  await chatServer.emit('newMessage', aMessage(1, 3));
  expect(await region().findAllByText('message 3')).toHaveLength(1);
  server.answer(changesCall(1, 3), changesAnswer(5, aMessage(1, 4), aMessage(1, 5)));
  await chatServer.emit('newMessage', aMessage(1, 5));
  expect(await screen.findByText('message 4')).toBeDefined();
  expect(region().getByText('message 5')).toBeDefined();
});

test('[CHT-17] opening a chat clears its unread mark; new messages are read once the tab is visible', async () => {
  await openChat(two, unread);
  await region().findByText('message 2');
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
  expect(document.title).toBe('Chat App');
  await chatServer.emit('newMessage', aMessage(1, 3));
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 3]));
  expect(screen.queryByText('Unread')).toBeNull();

  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await chatServer.emit('newMessage', aMessage(1, 4));
  await region().findByText('message 4');
  expect(chatServer.heard).not.toContainEqual(['chatRead', idOf(1), 4]);
  visibility.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 4]));
});

test('[NAV-5] [UI-43] below 1280 px an open chat hides the list, which opens over the chat on request', async () => {
  const { person } = openApp('/', { ...chatAnswers(1, two), ...unread });
  const row = await screen.findByRole('link', { name: /Chat 1/ });
  const main = screen.getByRole('main', { hidden: true });
  const list = screen.getByRole('complementary', { name: 'Chats' });
  expect(list.inert).toBe(false);
  await person.click(row);
  await waitFor(() => expect(list.inert).toBe(true));
  // In the row of the header: an arrow on phones, a tab at the edge on wider screens.
  const opener = within(main.querySelector('header') as HTMLElement).getByRole('button', { name: 'Show chat list' });
  expect(opener.querySelector('.lucide-arrow-left')?.classList).toContain('roomy:hidden');
  expect(opener.querySelector('.lucide-chevron-right')?.classList).toContain('max-roomy:hidden');
  await person.click(opener);
  expect([list.inert, main.inert]).toEqual([false, true]);
  await person.keyboard('{Escape}');
  expect([list.inert, main.inert]).toEqual([true, false]);
  // Wait until the closed layer has removed its history entry.
  await waitFor(() => expect(window.history.state).not.toHaveProperty('layerCount'));
  act(() => window.history.back());
  await waitFor(() => expect([list.inert, main.inert]).toEqual([false, false]));
});
