import { answerTexts, chatToasts } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { type Answers, isConnected, openInfo } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const pin = 'PUT /api/chats/pin';
const order = 'PUT /api/chats/pins/order';
const archive = 'PUT /api/chats/archive';
const openList = (list: readonly unknown[], answers: Answers = {}) =>
  openApp('/', { ...signedIn, [listCall]: dataOf(...list), ...answers });
const rows = () => within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
const names = () => rows().map((row) => row.querySelector('bdi')?.textContent);
const rowOf = (name: RegExp) => screen.findByRole('link', { name });
const archiveRow = () => screen.findByRole('button', { name: /^Archived/ });
const pins = (...numbers: readonly number[]) => numbers.map((number, index) => aRow(number, { pinOrder: index + 1 }));

const mouse = { pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, clientX: 50 };

async function openMenu(name: RegExp) {
  fireEvent.contextMenu(await rowOf(name), { clientX: 40, clientY: 40 });
  return within(await screen.findByRole('menu'));
}

test('[CHT-457] pinned chats are on top and marked, and keep their places when messages arrive', async () => {
  openList([aRow(1, { pinOrder: 1 }), aRow(3), aRow(2)]);
  expect(await rowOf(/Chat 1 *, pinned/)).toBeDefined();
  await isConnected();
  await chatServer.emit('newMessage', aMessage(2, 2));
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2', 'Chat 3']));
});

test('[CHT-459] the menu of a row pins a chat at once, above the other pins', async () => {
  const { server, person } = openList([...pins(1), aRow(3), aRow(2)], { [pin]: 'never' });
  const menu = await openMenu(/Chat 2/);
  await person.click(menu.getByRole('menuitem', { name: 'Pin' }));
  await waitFor(() => expect(names()).toEqual(['Chat 2', 'Chat 1', 'Chat 3']));
  expect(server.bodyOf(pin)).toEqual({ chatId: idOf(2), isPinned: true });
  const again = await openMenu(/Chat 2/);
  expect(again.getByRole('menuitem', { name: 'Unpin' })).toBeDefined();
});

test('[CHT-459] a refused pin returns to its place with a reason, and reverts nothing that was changed since', async () => {
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  const { server, person } = openList([aRow(3), aRow(2), aRow(1)], {
    [pin]: refusal(409, 'limit_reached', answerTexts.chatPinLimit),
    [archive]: 'never',
  });
  const choose = async (row: RegExp, name: string) =>
    person.click((await openMenu(row)).getByRole('menuitem', { name }));
  await choose(/Chat 1/, 'Pin');
  expect(await screen.findByText(chatToasts.pinFailed.title)).toBeDefined();
  expect(screen.getByText(answerTexts.chatPinLimit)).toBeDefined();
  await waitFor(() => expect(names()).toEqual(['Chat 3', 'Chat 2', 'Chat 1']));
  expect(screen.queryByRole('link', { name: /pinned/ })).toBeNull();

  server.answer(pin, async () => {
    await refused;
    return refusal(409, 'limit_reached', answerTexts.chatPinLimit);
  });
  await choose(/Chat 1/, 'Pin');
  await choose(/Chat 3/, 'Archive');
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2']));
  refuse();
  await waitFor(() => expect(server.asked).toContain(archive));
  expect(names()).toEqual(['Chat 1', 'Chat 2']);
});

test('[CHT-459] the menu mutes a chat, and opens with the menu key too', async () => {
  const { server, person } = openList([aRow(1)], {
    'POST /api/chats/mute': { body: {} },
  });
  const row = await rowOf(/Chat 1/);
  act(() => row.focus());
  fireEvent.contextMenu(row);
  await person.click(await screen.findByRole('menuitem', { name: 'Mute' }));
  expect(server.bodyOf('POST /api/chats/mute')).toEqual({ chatId: idOf(1), isMuted: true });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test('[CHT-460] a pinned chat moves by keyboard, keeps the focus, and its position is announced', async () => {
  const { server, person } = openList([...pins(1, 2, 3), aRow(4)], { [order]: 'never' });
  const row = await rowOf(/Chat 1/);
  act(() => row.focus());
  await person.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}');
  await waitFor(() => expect(names()).toEqual(['Chat 2', 'Chat 1', 'Chat 3', 'Chat 4']));
  expect(server.bodyOf(order)).toEqual({ chatIds: [idOf(2), idOf(1), idOf(3)] });
  expect(screen.getByText('Chat 1, position 2 of 3')).toBeDefined();
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf(/Chat 1/)));

  // The last pin does not go below the others, and other chats do not move.
  server.answer(order, { body: { chatIds: [] } });
  await person.keyboard('{End}{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
  expect(names()).toEqual(['Chat 2', 'Chat 1', 'Chat 3', 'Chat 4']);
  expect(server.asked.filter((call) => call === order)).toHaveLength(1);
});

test('[CHT-460] the menu moves a pinned chat up and down; a refused move returns', async () => {
  const { person } = openList([...pins(1, 2)], {
    [order]: refusal(500, 'internal', 'Out of order'),
  });
  const menu = await openMenu(/Chat 1/);
  expect(menu.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  await person.click(menu.getByRole('menuitem', { name: 'Move down' }));
  expect(await screen.findByText(chatToasts.pinFailed.title)).toBeDefined();
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2']));
});

test('[CHT-460] a pinned chat is dragged to another place, unless Escape is pressed', async () => {
  const { server } = openList([...pins(1, 2, 3)], { [order]: 'never' });
  const row = await rowOf(/Chat 1/);
  await waitFor(() => expect(row.dataset['pin']).toBe(idOf(1)));
  rows().forEach((each) => Object.defineProperty(each, 'offsetHeight', { value: 64 }));
  const drag = (y: number) => {
    fireEvent.pointerDown(row, { ...mouse, clientY: 100 });
    fireEvent.pointerMove(row, { ...mouse, clientY: y });
  };
  // The code that drags is loaded with the first pins.
  await waitFor(() => {
    drag(120);
    expect(row.style.transform).toBe('translateY(20px)');
  });
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.pointerUp(row, { ...mouse, clientY: 120 });
  expect(rows().map((each) => each.style.transform)).toEqual(['', '', '']);
  expect(server.asked).not.toContain(order);

  drag(240);
  fireEvent.pointerUp(row, { ...mouse, clientY: 240 });
  expect(fireEvent.click(row)).toBe(false);
  await waitFor(() => expect(names()).toEqual(['Chat 2', 'Chat 3', 'Chat 1']));
  expect(server.bodyOf(order)).toEqual({ chatIds: [idOf(2), idOf(3), idOf(1)] });
  expect(rows().map((each) => each.style.transform)).toEqual(['', '', '']);
});

test('[CHT-461] archived chats are behind a row above the list, with a way back', async () => {
  const rowsOfList = dataOf(aRow(3), aRow(2, { isArchived: true, read: false }), aRow(1, { isArchived: true }));
  const { person } = openApp('/', { ...signedIn, [listCall]: rowsOfList });
  expect((await archiveRow()).textContent).toBe('Archived1 unread2 chats');
  expect(names()).toEqual(['Chat 3']);
  // Not counted.
  expect(document.title).toBe('Chat App');
  await person.click(await archiveRow());
  expect(names()).toEqual(['Chat 2', 'Chat 1']);
  const back = screen.getByRole('button', { name: 'Back to all chats' });
  expect(document.activeElement).toBe(back);
  await person.click(back);
  expect(names()).toEqual(['Chat 3']);
  expect(document.activeElement).toBe(await archiveRow());
});

test('[CHT-461] a chat is archived and taken out again from the menu, and a refusal returns it', async () => {
  const { server, person } = openList([aRow(2), aRow(1)], { [archive]: { body: {} } });
  await rowOf(/Chat 1/);
  server.answer(listCall, dataOf(aRow(2), aRow(1, { isArchived: true })));
  await person.click((await openMenu(/Chat 1/)).getByRole('menuitem', { name: 'Archive' }));
  await person.click(await archiveRow());
  expect(names()).toEqual(['Chat 1']);
  server.answer(archive, refusal(500, 'internal', 'Out of order'));
  await person.click((await openMenu(/Chat 1/)).getByRole('menuitem', { name: 'Unarchive' }));
  expect(await screen.findByText(chatToasts.archiveFailed.title)).toBeDefined();
  await waitFor(() => expect(names()).toEqual(['Chat 1']));
  server.answer(archive, { body: {} });
  server.answer(listCall, dataOf(aRow(2), aRow(1)));
  await person.click((await openMenu(/Chat 1/)).getByRole('menuitem', { name: 'Unarchive' }));
  expect(await screen.findByText('No archived chats')).toBeDefined();
});

test('[CHT-461] a search finds archived chats, and marks them', async () => {
  const { person } = openList([aRow(2), aRow(1, { isArchived: true })], {
    [`${listCall}?search=Chat+1`]: dataOf(aRow(1, { isArchived: true })),
    [`${listCall}?search=Chat%201`]: dataOf(aRow(1, { isArchived: true })),
  });
  await rowOf(/Chat 2/);
  await person.type(screen.getByRole('searchbox', { name: 'Search chat' }), 'Chat 1');
  expect(await rowOf(/Chat 1 *, archived/)).toBeDefined();
});

test('[CHT-457] what another device pins and archives is shown at once', async () => {
  const { server } = openList([aRow(3), aRow(2), aRow(1)]);
  await rowOf(/Chat 1/);
  await isConnected();
  server.answer(listCall, 'never');
  await chatServer.emit('pinnedChats', [idOf<ChatId>(1), idOf<ChatId>(2)]);
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2', 'Chat 3']));
  await chatServer.emit('chatArchived', idOf(3), 1);
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2']));
  await chatServer.emit('newMessage', aMessage(3, 2));
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2', 'Chat 3']));
});

test('[CHT-459] the info panel pins and archives its chat', async () => {
  const { server, person, panel } = await openInfo(undefined, { [listCall]: dataOf(aRow(2), aRow(1)), [pin]: 'never' });
  await person.click(panel.getByRole('button', { name: 'Pin this chat' }));
  await waitFor(() => expect(names()).toEqual(['Chat 1', 'Chat 2']));
  expect(server.bodyOf(pin)).toEqual({ chatId: idOf(1), isPinned: true });
  expect(panel.getByRole('button', { name: 'Unpin this chat' })).toBeDefined();
  expect(panel.getByRole('button', { name: 'Archive this chat' })).toBeDefined();
});
