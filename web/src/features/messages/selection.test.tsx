import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, idOf, myMessage } from '../../../test/chats.ts';
import { chooseFor, openChat, region } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';

const messages = [aMessage(1, 1), myMessage(1, 2), aMessage(1, 3)];

/** Begins a selection with this message. */
async function select(text: string) {
  const opened = await openChat(messages, { [listCall]: dataOf(aRow(1, { lastSeq: 3 }), aRow(2)) });
  await chooseFor(opened.person, text, 'Select');
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected messages' }));
  return { ...opened, bar };
}

test('[MSG-500] messages are selected by keyboard, and forwarded in their order', async () => {
  const { bar, person, server } = await select('message 3');
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
  const { bar, person, server } = await select('message 1');
  const button = bar.getByRole<HTMLButtonElement>('button', { name: 'Delete your own' });
  expect(button.disabled).toBe(true);
  await person.click(screen.getByRole('checkbox', { name: 'You: message 2' }));
  await person.click(button);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this message?' }));
  expect(question.getByText(/^Only your own are removed/)).toBeDefined();
  const call = `DELETE /api/messages/delete/${aMessage(1, 2)._id}`;
  server.answer(call, {});
  await person.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(region().queryByText('message 2')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
  expect(server.asked.filter((asked) => asked.startsWith('DELETE'))).toEqual([call]);
});

test('[MSG-500] Escape ends it; a message that is deleted meanwhile is no longer selected', async () => {
  const { bar, person } = await select('message 1');
  await person.click(screen.getByRole('checkbox', { name: 'Bob: message 3' }));
  expect(bar.getByText('2 selected')).toBeDefined();
  await chatServer.emit('deleteMessage', aMessage(1, 3)._id, idOf(1), 4);
  await waitFor(() => expect(bar.getByText('1 selected')).toBeDefined());
  expect(region().getByText('message 1').closest('[inert]')).not.toBeNull();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
  expect(region().queryAllByRole('checkbox')).toEqual([]);
  expect(region().getByText('message 1').closest('[inert]')).toBeNull();
});
