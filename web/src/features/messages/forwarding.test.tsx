import type { Message } from '@chat-app/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, idOf } from '../../../test/chats.ts';
import { chooseFor, openChat, region } from '../../../test/screens.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const forwardCall = 'POST /api/messages/forward';
const open = (...list: readonly Message[]) =>
  openChat(list, {
    [listCall]: dataOf(aRow(1, { lastSeq: list.at(-1)?.seq ?? 0 }), aRow(2), aRow(3)),
    [`${listCall}?search=3`]: dataOf(aRow(3)),
  });

test('[MSG-433] a message is forwarded to several chats, chosen by keyboard across searches', async () => {
  const { person, server } = await open(aMessage(1, 1));
  await chooseFor(person, 'message 1', 'Forward');
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward message' }));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Forward' });
  expect(button.disabled).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('searchbox')));
  await dialog.findByRole('checkbox', { name: 'Chat 3' });
  await person.keyboard('{ArrowDown}{ArrowDown} ');
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Chat 2' }).checked).toBe(true);
  await person.type(dialog.getByRole('searchbox'), '3');
  await waitFor(() => expect(dialog.queryByRole('checkbox', { name: 'Chat 2' })).toBeNull());
  await person.click(dialog.getByRole('checkbox', { name: 'Chat 3' }));
  expect(dialog.getByText('Chat 2, Chat 3')).toBeDefined();

  server.answer(forwardCall, refusal(503, 'unavailable', 'Please try again later'));
  await person.click(dialog.getByRole('button', { name: 'Forward to 2 chats' }));
  expect(await screen.findByText('Forward failed')).toBeDefined();
  const failed = server.bodyOf(forwardCall);
  server.answer(forwardCall, { status: 201, body: { messages: [] } });
  await person.click(dialog.getByRole('button', { name: 'Forward to 2 chats' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Forwarded')).toBeDefined();
  const sent = server.bodyOf(forwardCall);
  expect(sent).toEqual(failed);
  expect(sent).toMatchObject({ messageIds: [aMessage(1, 1)._id], chatIds: [idOf(2), idOf(3)] });
});

test('[MSG-433] a forwarded message names its author and is not edited; direct transfers are not forwarded', async () => {
  const transfer = aMessage(1, 2, { type: 'fileTransfer', content: 'film.mkv', size: 5, status: 'completed' });
  const { person } = await open(aMessage(1, 1, { forwardedFrom: { name: 'Zoe' } }), transfer);
  expect(await region().findByText('Zoe')).toBeDefined();
  expect(region().getByText(/^Forwarded from/).textContent).toBe('Forwarded from Zoe');
  fireEvent.contextMenu(region().getByText('message 1'));
  expect(await screen.findByRole('menuitem', { name: 'Forward' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).toBeNull();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  fireEvent.contextMenu(region().getByText('film.mkv'));
  expect(await screen.findByRole('menuitem', { name: 'Reply' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Forward' })).toBeNull();
});
