import type { Message } from '@chat-app/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aRow, aSystemMessage, changesAnswer, changesCall, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { signedIn } from '../../../test/stand-in-server.ts';

/** Opens a connected chat with these messages, and moves the focus to its list. */
async function openList(list: readonly Message[]) {
  const last = list.at(-1)?.seq ?? 0;
  openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: last })] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [`GET /api/messages/get/${idOf(1)}?limit=15`]: { body: { data: list.toReversed(), haveMore: false } },
    [changesCall(1, last)]: changesAnswer(last),
  });
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  const region = await screen.findByRole('region', { name: 'Messages' });
  await within(region).findByText(`message ${last}`);
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
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
});

test('[MSG-469] when the message with the focus is deleted, the list has the focus', async () => {
  const { press, region } = await openList([aMessage(1, 1), aMessage(1, 2)]);
  await press('End');
  await chatServer.emit('deleteMessage', aMessage(1, 2)._id, aMessage(1, 2).chatId, 3);
  await waitFor(() => expect(document.activeElement).toBe(region));
});
