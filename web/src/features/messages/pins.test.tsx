import type { Message } from '@chat-app/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changesAnswer, changesCall, dataOf } from '../../../test/answers.ts';
import { aChat, aGroup, aMessage, bob, idOf } from '../../../test/chats.ts';
import * as screens from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';

const pinnedCall = `GET /api/messages/pinned/${idOf(1)}`;
const at = (second: number) => `2026-03-01T13:00:0${second}.000Z`;
const pinned = (seq: number, second: number, rev = seq) => aMessage(1, seq, { pinnedAt: at(second), rev });

/** Opens a chat with these messages, of which those with a pin are pinned in this order. */
function openChat(list: readonly Message[], chat = aChat(1)) {
  const pins = list.filter(({ pinnedAt }) => pinnedAt !== undefined).toReversed();
  return screens.openChat(list, { [pinnedCall]: dataOf(...pins) }, chat);
}

test('[MSG-442] the bar steps through the pinned messages, and starts again with a new pin', async () => {
  const { person } = await openChat([pinned(1, 1), pinned(2, 2), aMessage(1, 3)]);
  const bar = () => screen.findByRole('button', { name: /^Pinned message / });
  expect((await bar()).textContent).toBe('Pinned message 1 of 2 message 2');
  await person.click(await bar());
  expect((await bar()).textContent).toBe('Pinned message 2 of 2 message 1');
  await person.click(await bar());
  expect((await bar()).textContent).toBe('Pinned message 1 of 2 message 2');
  await person.click(await bar());
  await chatServer.emit('editMessage', pinned(3, 3, 4));
  await waitFor(async () => expect((await bar()).textContent).toBe('Pinned message 1 of 3 message 3'));
  for (const seq of [2, 3]) await chatServer.emit('editMessage', aMessage(1, seq, { rev: 10 + seq }));
  await waitFor(async () => expect((await bar()).textContent).toBe('Pinned message message 1'));
  await chatServer.emit('deleteMessage', aMessage(1, 1)._id, idOf(1), 20);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pinned message / })).toBeNull());
});

test('[MSG-442] a message is pinned and unpinned from its menu', async () => {
  const { person, server } = await openChat([aMessage(1, 1)]);
  server.answer('PUT /api/messages/pin', { body: { message: pinned(1, 1, 2) } });
  await screens.chooseFor(person, 'message 1', 'Pin');
  expect(await screen.findByRole('button', { name: 'Pinned message message 1' })).toBeDefined();
  expect(server.bodyOf('PUT /api/messages/pin')).toEqual({ messageId: aMessage(1, 1)._id, isPinned: true });
  server.answer('PUT /api/messages/pin', { body: { message: aMessage(1, 1, { rev: 4 }) } });
  await screens.chooseFor(person, 'message 1', 'Unpin');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pinned message / })).toBeNull());
  expect(server.bodyOf('PUT /api/messages/pin')).toMatchObject({ isPinned: false });
});

test('[MSG-442] in the group of another the menu offers no pin, and the info panel lists the pinned messages', async () => {
  const { person } = await openChat([pinned(1, 1), pinned(2, 2)], aGroup(1, { ownerId: bob.id }));
  fireEvent.contextMenu(await screens.region().findByText('message 1'));
  await screen.findByRole('menuitem', { name: 'Reply' });
  expect(screen.queryByRole('menuitem', { name: /pin/i })).toBeNull();
  await person.keyboard('{Escape}');
  await person.click(screen.getByRole('button', { name: 'Chat info' }));
  await person.click(await screen.findByRole('button', { name: /^Pinned messages/ }));
  const items = within(await screen.findByRole('list', { name: 'Pinned messages' })).getAllByRole('button');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Bob message 2', 'Bob message 1']);
  expect(screen.queryByRole('button', { name: /^Unpin/ })).toBeNull();
});

test('[MSG-443] [MSG-521] pins that were missed while disconnected are shown after the reconnect', async () => {
  const { server } = await openChat([pinned(1, 1), aMessage(1, 2)]);
  await screen.findByRole('button', { name: 'Pinned message message 1' });
  server.answer(changesCall(1, 2), changesAnswer(4, aMessage(1, 1, { rev: 3 }), pinned(2, 4, 4)));
  await chatServer.emit('chatHeads', { [idOf(1)]: 2 }, { [idOf(1)]: 4 });
  expect(await screen.findByRole('button', { name: 'Pinned message message 2' })).toBeDefined();

  // A page that was read after a pin covers its rev, so that no change brings it.
  server.answer(pinnedCall, dataOf(pinned(1, 5), pinned(2, 4)));
  await chatServer.cut();
  expect(await screen.findByRole('button', { name: 'Pinned message 1 of 2 message 1' })).toBeDefined();
});
