import type { Message } from '@chat-app/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aRow, changesAnswer, changesCall, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, signedIn } from '../../../test/stand-in-server.ts';

const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };

/** Opens a connected chat and begins a selection with this message. */
async function select(list: readonly Message[], text: string) {
  const last = list.at(-1)?.seq ?? 0;
  const opened = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: last }), aRow(2)] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [`GET /api/messages/get/${idOf(1)}?limit=15`]: { body: { data: list.toReversed(), haveMore: false } },
    [changesCall(1, last)]: changesAnswer(last),
  });
  const region = within(await screen.findByRole('region', { name: 'Messages' }));
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  fireEvent.contextMenu(await region.findByText(text));
  await opened.person.click(await screen.findByRole('menuitem', { name: 'Select' }));
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected messages' }));
  return { ...opened, region, bar };
}

const messages = [aMessage(1, 1), aMessage(1, 2, { sender: mine }), aMessage(1, 3)];

test('[MSG-500] messages are selected by keyboard, and forwarded in their order', async () => {
  const { bar, person, server } = await select(messages, 'message 3');
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  await waitFor(() => expect(document.activeElement).toBe(box('Bob: message 3')));
  await person.keyboard('{ArrowUp}{ArrowUp} ');
  expect(bar.getByText('2 selected')).toBeDefined();
  expect(box('You: message 2').checked).toBe(false);
  await person.click(bar.getByRole('button', { name: 'Forward' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward 2 messages' }));
  await person.click(await dialog.findByRole('checkbox', { name: 'Chat 2' }));
  server.answer('POST /api/messages/forward', { status: 201, body: { messages: [] } });
  await person.click(dialog.getByRole('button', { name: 'Forward' }));
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
  expect(server.bodyOf('POST /api/messages/forward')).toMatchObject({
    messageIds: [messages[0]?._id, messages[2]?._id],
  });
});

test('[MSG-500] only one’s own messages are deleted, after a confirmation', async () => {
  const { bar, person, region, server } = await select(messages, 'message 1');
  const button = bar.getByRole<HTMLButtonElement>('button', { name: 'Delete your own' });
  expect(button.disabled).toBe(true);
  await person.click(screen.getByRole('checkbox', { name: 'You: message 2' }));
  await person.click(button);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this message?' }));
  expect(question.getByText(/^Only your own are removed/)).toBeDefined();
  const call = `DELETE /api/messages/delete/${aMessage(1, 2)._id}`;
  server.answer(call, {});
  await person.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(region.queryByText('message 2')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
  expect(server.asked.filter((asked) => asked.startsWith('DELETE'))).toEqual([call]);
});

test('[MSG-500] Escape ends it; a message that is deleted meanwhile is no longer selected', async () => {
  const { bar, person, region } = await select(messages, 'message 1');
  await person.click(screen.getByRole('checkbox', { name: 'Bob: message 3' }));
  expect(bar.getByText('2 selected')).toBeDefined();
  await chatServer.emit('deleteMessage', aMessage(1, 3)._id, idOf(1), 4);
  await waitFor(() => expect(bar.getByText('1 selected')).toBeDefined());
  expect(region.getByText('message 1').closest('[inert]')).not.toBeNull();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
  expect(region.queryAllByRole('checkbox')).toEqual([]);
  expect(region.getByText('message 1').closest('[inert]')).toBeNull();
});
