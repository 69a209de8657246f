import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMessage, bob } from '../../../test/chats.ts';
import { openChat } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me } from '../../../test/stand-in-server.ts';

test('[AUTH-301] a user who shares no presence sees unknown states, and can still call', async () => {
  const { sendsReceipts, isFindable, mentionsBreakMute } = me;
  await openChat([aMessage(1, 1)], { 'GET /api/auth': { body: { user: { ...me, sharesPresence: false } } } });
  expect(await screen.findByText('Status unknown')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Voice call' })).toBeDefined();
  await chatServer.emit('privacyUpdated', { sendsReceipts, sharesPresence: true, isFindable, mentionsBreakMute });
  expect(await screen.findByText('Offline')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Voice call' })).toBeNull();
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findByText('Online')).toBeDefined();
});
