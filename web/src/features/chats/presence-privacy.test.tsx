import { limits } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aRow, bob, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me } from '../../../test/stand-in-server.ts';

test('[AUTH-301] a user who shares no presence sees unknown states, and can still call', async () => {
  openApp(`/chat/${idOf(1)}`, {
    'GET /api/auth': { body: { user: { ...me, sharesPresence: false } } },
    'GET /api/chats/all': { body: { data: [aRow(1, { name: 'Bob' })] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1, { name: 'Bob' }) } },
    [`GET /api/messages/get/${idOf(1)}?limit=${limits.messagePageSize}`]: {
      body: { data: [aMessage(1, 1)], haveMore: false },
    },
  });
  expect(await screen.findByText('Status unknown')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Voice call' })).toBeDefined();
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('privacyUpdated', {
    sendsReceipts: true,
    sharesPresence: true,
    isFindable: true,
    mentionsBreakMute: true,
  });
  expect(await screen.findByText('Offline')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findByText('Online')).toBeDefined();
});
