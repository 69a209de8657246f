import type { Message } from '@chat-app/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMessage, aSystemMessage } from '../../../test/chats.ts';
import { messageField, openChat } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';

/** Opens a chat with these messages, and moves the focus to its list. */
async function openList(list: readonly Message[]) {
  await openChat(list);
  const region = screen.getByRole('region', { name: 'Messages' });
  await within(region).findByText(`message ${list.at(-1)?.seq}`);
  region.focus();
  const press = async (key: string) => {
    const hadFocus = document.activeElement;
    fireEvent.keyDown(hadFocus as Element, { key });
    await waitFor(() => expect(document.activeElement).not.toBe(hadFocus));
  };
  // While a menu closes, the focus is outside the list for a moment.
  const focused = () => {
    const element = document.activeElement;
    return element !== region && region.contains(element) ? element?.textContent : '';
  };
  return { region, press, focused };
}

test('[MSG-469] the keys move from message to message, past those of the server, and back to the field', async () => {
  const { press, focused } = await openList([aMessage(1, 1), aSystemMessage(1, 2, 'Bob left'), aMessage(1, 3)]);
  await press('ArrowUp');
  expect(focused()).toContain('message 3');
  await press('ArrowUp');
  expect(focused()).toContain('message 1');
  await press('End');
  expect(focused()).toContain('message 3');
  await press('Home');
  expect(focused()).toContain('message 1');
  await press('Enter');
  expect(await screen.findByRole('menu')).toBeDefined();
  await press('Escape');
  await waitFor(() => expect(focused()).toContain('message 1'));
  await press('Escape');
  expect(document.activeElement).toBe(messageField());
});

test('[MSG-469] when the message with the focus is deleted, the list has the focus', async () => {
  const { press, region } = await openList([aMessage(1, 1), aMessage(1, 2)]);
  await press('End');
  await chatServer.emit('deleteMessage', aMessage(1, 2)._id, aMessage(1, 2).chatId, 3);
  await waitFor(() => expect(document.activeElement).toBe(region));
});
