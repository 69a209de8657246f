import { limits } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aRow, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me } from '../../../test/stand-in-server.ts';

const open = (isSuspended: boolean) => {
  const answer = { body: { data: { ...aChat(1, { name: 'Bob' }), ...(isSuspended && { isSuspended }) } } };
  openApp(`/chat/${idOf(1)}`, {
    'GET /api/auth': { body: { user: me } },
    'GET /api/chats/all': { body: { data: [aRow(1, { name: 'Bob' })] } },
    [`GET /api/chats/get/${idOf(1)}`]: answer,
    [`GET /api/messages/get/${idOf(1)}?limit=${limits.messagePageSize}`]: {
      body: { data: [aMessage(1, 1)], haveMore: false },
    },
  });
  return { answer };
};
const notice = /is suspended. Messages are delivered if it is resumed/;

test('[ADM-14] a direct chat with a suspended person says so, and can be written in', async () => {
  const { answer } = open(true);
  expect(await screen.findByText(notice)).toBeDefined();
  expect(screen.getByText('Suspended')).toBeDefined();
  expect(screen.getByRole('textbox', { name: /message/i })).toBeDefined();

  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  answer.body = { data: aChat(1, { name: 'Bob' }) };
  await chatServer.emit('updateChat', idOf(1));
  await waitFor(() => expect(screen.queryByText('Suspended')).toBeNull());
  expect(screen.queryByText(notice)).toBeNull();
});

test('[ADM-14] other chats do not', async () => {
  open(false);
  expect(await screen.findByRole('heading', { name: 'Bob' })).toBeDefined();
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  expect(screen.queryByText('Suspended')).toBeNull();
  expect(screen.queryByText(notice)).toBeNull();
});
