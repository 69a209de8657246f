import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dataOf, emptyChat, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, aSystemMessage, bob, cid, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { namesInList, openChat, openList, rowOf, rows } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, signedIn } from '../../../test/stand-in-server.ts';
import { setDraftText } from '../../state/drafts.ts';

test('[CHT-1] [CHT-221] [CALL-400] a row shows its last message with the sender, its time, and a call', async () => {
  vi.setSystemTime('2026-03-01T10:05:30.000Z');
  const group = { isGroup: true, members: [me.id, bob.id, cid.id] };
  const lastSender = { _id: cid.id, name: 'Cid van Dam' };
  await openList([
    aRow(5, { calling: 'video' }),
    aRow(4, { calling: 'voice' }),
    aRow(3, { ...group, lastSender }),
    aRow(2, group),
    aRow(1, { isMyMessage: true }),
    aRow(0, { lastMessage: 'Bob left' }),
  ]);
  expect((await rowOf(/Chat 5.*Video call/)).querySelector('.lucide-video')).not.toBeNull();
  expect(await rowOf(/Chat 4.*Voice call/)).toBeDefined();
  expect(
    rows()
      .slice(2)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Chat 35 minutesCid: hello',
    'Chat 25 minuteshello',
    'Chat 15 minutesYou: hello',
    'Chat 05 minutesBob left',
  ]);
  await chatServer.emit('newMessage', aMessage(2, 2, { content: 'news' }));
  await waitFor(() => expect(rows().find((row) => row.textContent.includes('Bob: news'))).toBeDefined());
});

test('[CHT-224] a draft is shown in the row of its chat, except for the open chat', async () => {
  await openChat([], { [listCall]: dataOf(aRow(2), aRow(1)) });
  await rowOf(/Chat 2/);
  act(() => [1, 2].forEach((number) => setDraftText(idOf(number), `begun in ${number}`)));
  expect((await rowOf(/Chat 2/)).textContent).toContain('Draft: begun in 2');
  expect((await rowOf(/Chat 1/)).textContent).not.toContain('Draft');
  act(() => setDraftText(idOf(2), ''));
  expect((await rowOf(/Chat 2/)).textContent).toContain('hello');
});

test('[CHT-1] placeholder rows are shown while the list loads', async () => {
  openApp('/', { ...signedIn, [listCall]: 'never' });
  expect(await screen.findByText('Loading chats')).toBeDefined();
});

test('[CHT-211] a user without chats is greeted by name and helped to find a friend', async () => {
  const { person } = openApp('/', signedIn);
  expect(await screen.findByRole('heading', { name: 'Welcome, Annika' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Select a chat' })).toBeNull();
  expect(screen.queryByText('Search')).toBeNull();
  await person.click(await screen.findByRole('button', { name: 'New chat' }));
  expect(await screen.findByRole('dialog', { name: 'Create new chat' })).toBeDefined();
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Find friends' }));
  expect(await screen.findByRole('dialog', { name: 'Friends' })).toBeDefined();
});

test('[CHT-4] [CHT-225] unread chats are marked with their number, and counted until they are read elsewhere', async () => {
  await openList([aRow(3, { read: false, unreadCount: 100 }), aRow(2, { read: false, unreadCount: 7 }), aRow(1)]);
  expect((await rowOf(/Chat 3/)).textContent).toContain('99+ Unread');
  expect((await rowOf(/Chat 2/)).textContent).toContain('7 Unread');
  expect(screen.getByText('2 unread chats')).toBeDefined();
  expect(document.title).toBe('(2) Chat App');
  await chatServer.emit('newMessage', aMessage(2, 2));
  await waitFor(() => expect(rows()[0]?.textContent).toContain('8 Unread'));
  await chatServer.emit('chatRead', idOf(2), 2);
  await waitFor(() => expect(document.title).toBe('(1) Chat App'));
  expect(screen.getAllByText('Unread')).toHaveLength(1);
});

test('[CHT-3] [PRS-1] a message moves its row to the top without a request; a chat is online while another member is', async () => {
  const { server } = await openList([aRow(2, { members: [me.id, cid.id] }), aRow(1)]);
  await waitFor(() => expect(server.timesAsked(listCall)).toBe(2));
  await chatServer.emit('newMessage', aMessage(1, 2, { content: 'fresh' }));
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2']));
  expect((await rowOf(/Chat 1/)).textContent).toContain('fresh');
  expect(server.timesAsked(listCall)).toBe(2);
  await chatServer.emit('getOnlineUsers', [me.id]);
  expect(screen.queryByText(', online')).toBeNull();
  await chatServer.emit('getOnlineUsers', [cid.id]);
  expect(screen.getByText(', online').closest('a')?.textContent).toContain('Chat 2');
});

test('[CHT-5] what the page cannot know refetches the list', async () => {
  const { server } = await openList([aRow(1)]);
  await waitFor(() => expect(server.timesAsked(listCall)).toBe(2));
  const changes = [
    // Of an unknown chat; and one whose read position only the server knows.
    () => chatServer.emit('newMessage', aMessage(9, 1)),
    () => chatServer.emit('newMessage', aSystemMessage(1, 2, 'Bob left')),
    () => chatServer.emit('joinChat', idOf(9)),
    () => chatServer.emit('updateChat', idOf(1)),
  ];
  for (const [index, happen] of changes.entries()) {
    server.answer(listCall, dataOf(aRow(1, { name: `Fetched ${index}` })));
    await happen();
    expect(await rowOf(new RegExp(`Fetched ${index}`))).toBeDefined();
    expect(server.timesAsked(listCall)).toBe(3 + index);
  }
});

test('[CHT-2] [CHT-211] the search request follows 250 ms after the last key, and the old results stay until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person } = await openList([aRow(2), aRow(1)], {
    [`${listCall}?search=two`]: dataOf(aRow(2, { name: 'Two' })),
    [`${listCall}?search=none`]: dataOf(),
  });
  await rowOf(/Chat 1/);
  expect(screen.getByRole('heading', { name: 'Select a chat' })).toBeDefined();
  expect(screen.getByText('Search')).toBeDefined();
  await person.click(screen.getByLabelText('Search chat'));
  await person.paste('two');
  expect(namesInList()).toEqual(['Chat 2', 'Chat 1']);
  passTime(250);
  await waitFor(() => expect(namesInList()).toEqual(['Two']));
  await person.clear(screen.getByLabelText('Search chat'));
  await waitFor(() => expect(namesInList()).toEqual(['Chat 2', 'Chat 1']));
  await person.paste('none');
  passTime(250);
  expect(await screen.findByText('No chats found')).toBeDefined();
  expect(server.asked.filter((call) => call.includes('search='))).toHaveLength(2);
});

test('[CHT-6] the arrow keys move through the list and Enter opens the chat', async () => {
  const { person } = await openList([aRow(3), aRow(2), aRow(1)], emptyChat(1));
  const first = await rowOf(/Chat 3/);
  act(() => first.focus());
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(await rowOf(/Chat 1/));
  await person.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(first);
  await person.keyboard('{End}{ArrowUp}{ArrowDown}');
  expect(rows().filter((row) => row.tabIndex === 0)).toHaveLength(1);
  await person.keyboard('{Enter}');
  expect(await screen.findByText('No messages yet')).toBeDefined();
  expect((await rowOf(/Chat 1/)).getAttribute('aria-current')).toBe('page');
});

test('[CHT-7] of five hundred chats only the visible ones are rendered, each with its position', async () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    aRow(1000 - index, { name: `Chat ${index}`, lastTime: aRow(1).lastTime }),
  );
  await openList(many);
  await rowOf(/Chat 0/);
  const drawn = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('listitem');
  expect(drawn.length).toBeLessThan(40);
  expect(drawn[0]?.getAttribute('aria-setsize')).toBe('500');
});
