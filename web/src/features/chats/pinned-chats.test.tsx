import { answerTexts, chatToasts } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, idOf } from '../../../test/chats.ts';
import { hold } from '../../../test/hold.ts';
import { namesInList, openInfo, openList, type Person, rowOf, rows } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const pin = 'PUT /api/chats/pin';
const order = 'PUT /api/chats/pins/order';
const archive = 'PUT /api/chats/archive';
const archiveRow = () => screen.findByRole('button', { name: /^Archived/ });
const pins = (...numbers: readonly number[]) => numbers.map((number, index) => aRow(number, { pinOrder: index + 1 }));

const mouse = { pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, clientX: 50 };

async function openMenu(name: RegExp) {
  fireEvent.contextMenu(await rowOf(name), { clientX: 40, clientY: 40 });
  return within(await screen.findByRole('menu'));
}

const choose = async (person: Person, row: RegExp, name: string) =>
  person.click((await openMenu(row)).getByRole('menuitem', { name }));

test('[CHT-450] [CHT-459] the menu of a row pins a chat at once, above the other pins, and unpins it again', async () => {
  const { server, person } = await openList([...pins(1), aRow(3), aRow(2)], { [pin]: { body: {} } });
  for (const [action, names, isPinned] of [
    ['Pin', ['Chat 2', 'Chat 1', 'Chat 3'], true],
    ['Unpin', ['Chat 1', 'Chat 3', 'Chat 2'], false],
  ] as const) {
    server.answer(listCall, 'never');
    await choose(person, /Chat 2/, action);
    await waitFor(() => expect(namesInList()).toEqual(names));
    expect(server.bodyOf(pin)).toEqual({ chatId: idOf(2), isPinned });
    expect(screen.queryByRole('link', { name: /Chat 2 *, pinned/ }) !== null).toBe(isPinned);
  }
});

test('[CHT-459] a refused pin returns to its place with a reason, and reverts nothing that was changed since', async () => {
  const overLimit = refusal(409, 'limit_reached', answerTexts.chatPinLimit);
  const { held, release } = hold();
  const { server, person } = await openList([aRow(3), aRow(2), aRow(1)], {
    [pin]: overLimit,
    [archive]: 'never',
  });
  await choose(person, /Chat 1/, 'Pin');
  expect(await screen.findByText(chatToasts.pinFailed.title)).toBeDefined();
  expect(screen.getByText(answerTexts.chatPinLimit)).toBeDefined();
  await waitFor(() => expect(namesInList()).toEqual(['Chat 3', 'Chat 2', 'Chat 1']));
  expect(screen.queryByRole('link', { name: /pinned/ })).toBeNull();

  server.answer(pin, () => held.then(() => overLimit));
  await choose(person, /Chat 1/, 'Pin');
  await choose(person, /Chat 3/, 'Archive');
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2']));
  release();
  await waitFor(() => expect(server.asked).toContain(archive));
  expect(namesInList()).toEqual(['Chat 1', 'Chat 2']);
});

test('[CHT-459] the menu mutes a chat, and opens with the menu key too', async () => {
  const { server, person } = await openList([aRow(1)], { 'POST /api/chats/mute': { body: {} } });
  const row = await rowOf(/Chat 1/);
  act(() => row.focus());
  fireEvent.contextMenu(row);
  await person.click(await screen.findByRole('menuitem', { name: 'Mute' }));
  expect(server.bodyOf('POST /api/chats/mute')).toEqual({ chatId: idOf(1), isMuted: true });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

test('[CHT-460] a pinned chat moves by keyboard, keeps the focus, and its position is announced', async () => {
  const { server, person } = await openList([...pins(1, 2, 3), aRow(4)], { [order]: 'never' });
  const row = await rowOf(/Chat 1/);
  act(() => row.focus());
  await person.keyboard('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}');
  await waitFor(() => expect(namesInList()).toEqual(['Chat 2', 'Chat 1', 'Chat 3', 'Chat 4']));
  expect(server.bodyOf(order)).toEqual({ chatIds: [idOf(2), idOf(1), idOf(3)] });
  expect(screen.getByText('Chat 1, position 2 of 3')).toBeDefined();
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf(/Chat 1/)));

  // The last pin does not go below the others, and other chats do not move.
  server.answer(order, { body: { chatIds: [] } });
  await person.keyboard('{End}{Control>}{Shift>}{ArrowUp}{/Shift}{/Control}');
  expect(namesInList()).toEqual(['Chat 2', 'Chat 1', 'Chat 3', 'Chat 4']);
  expect(server.timesAsked(order)).toBe(1);
});

test('[CHT-460] the menu moves a pinned chat up and down; a refused move returns', async () => {
  const { person } = await openList(pins(1, 2), { [order]: refusal(500, 'internal', 'Out of order') });
  const menu = await openMenu(/Chat 1/);
  expect(menu.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  await person.click(menu.getByRole('menuitem', { name: 'Move down' }));
  expect(await screen.findByText(chatToasts.pinFailed.title)).toBeDefined();
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2']));
});

test('[CHT-460] a pinned chat is dragged to another place, unless Escape is pressed', async () => {
  const { server } = await openList([...pins(1, 2, 3)], { [order]: 'never' });
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
  await waitFor(() => expect(namesInList()).toEqual(['Chat 2', 'Chat 3', 'Chat 1']));
  expect(server.bodyOf(order)).toEqual({ chatIds: [idOf(2), idOf(3), idOf(1)] });
  expect(rows().map((each) => each.style.transform)).toEqual(['', '', '']);
});

test('[CHT-461] archived chats are behind a row above the list, with a way back, and found by a search', async () => {
  const archivedRows = [aRow(3), aRow(2, { isArchived: true, read: false }), aRow(1, { isArchived: true })];
  const found = dataOf(aRow(1, { isArchived: true }));
  const { person } = await openList(archivedRows, { [`${listCall}?search=Chat+1`]: found });
  expect((await archiveRow()).textContent).toBe('Archived1 unread2 chats');
  expect(namesInList()).toEqual(['Chat 3']);
  // Not counted.
  expect(document.title).toBe('Chat App');
  await person.click(await archiveRow());
  expect(namesInList()).toEqual(['Chat 2', 'Chat 1']);
  const back = screen.getByRole('button', { name: 'Back to all chats' });
  expect(document.activeElement).toBe(back);
  await person.click(back);
  expect(namesInList()).toEqual(['Chat 3']);
  expect(document.activeElement).toBe(await archiveRow());
  await person.type(screen.getByRole('searchbox', { name: 'Search chat' }), 'Chat 1');
  expect(await rowOf(/Chat 1 *, archived/)).toBeDefined();
});

test('[CHT-461] a chat is archived and taken out again from the menu, and a refusal returns it', async () => {
  const { server, person } = await openList([aRow(2), aRow(1)], { [archive]: { body: {} } });
  await rowOf(/Chat 1/);
  server.answer(listCall, dataOf(aRow(2), aRow(1, { isArchived: true })));
  await choose(person, /Chat 1/, 'Archive');
  await person.click(await archiveRow());
  expect(namesInList()).toEqual(['Chat 1']);
  server.answer(archive, refusal(500, 'internal', 'Out of order'));
  await choose(person, /Chat 1/, 'Unarchive');
  expect(await screen.findByText(chatToasts.archiveFailed.title)).toBeDefined();
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1']));
  server.answer(archive, { body: {} });
  server.answer(listCall, dataOf(aRow(2), aRow(1)));
  await choose(person, /Chat 1/, 'Unarchive');
  expect(await screen.findByText('No archived chats')).toBeDefined();
});

test('[CHT-457] what another device pins and archives is shown at once, and pins keep their places', async () => {
  const { server } = await openList([aRow(3), aRow(2), aRow(1)]);
  server.answer(listCall, 'never');
  await chatServer.emit('pinnedChats', [idOf<ChatId>(1), idOf<ChatId>(2)]);
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2', 'Chat 3']));
  expect(await rowOf(/Chat 1 *, pinned/)).toBeDefined();
  await chatServer.emit('chatArchived', idOf(3), 1);
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2']));
  for (const number of [2, 3]) await chatServer.emit('newMessage', aMessage(number, 2));
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2', 'Chat 3']));
});

test('[CHT-459] the info panel pins and archives its chat', async () => {
  const { server, person, panel } = await openInfo(undefined, { [listCall]: dataOf(aRow(2), aRow(1)), [pin]: 'never' });
  await person.click(panel.getByRole('button', { name: 'Pin this chat' }));
  await waitFor(() => expect(namesInList()).toEqual(['Chat 1', 'Chat 2']));
  expect(server.bodyOf(pin)).toEqual({ chatId: idOf(1), isPinned: true });
  expect(panel.getByRole('button', { name: 'Unpin this chat' })).toBeDefined();
  expect(panel.getByRole('button', { name: 'Archive this chat' })).toBeDefined();
});
