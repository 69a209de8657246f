import type { ChatId } from '@chat-app/contract';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRow, idOf } from '../../test/chats.ts';
import { openApp } from '../../test/open-app.tsx';
import { chatServer } from '../../test/stand-in-chat-server.ts';
import { signedIn } from '../../test/stand-in-server.ts';
import { useRinging } from '../state/ringing.ts';

const [first, second] = [idOf<ChatId>(1), idOf<ChatId>(2)];

test('[CALL-410] a ringing call has its kind; without one, as from an older server, it is a voice call', async () => {
  openApp('/', { ...signedIn, 'GET /api/chats/all': { body: { data: [aRow(1), aRow(2)] } } });
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('voiceCallStart', first, 'video');
  await chatServer.emit('voiceCallStart', second);
  const calls = [
    { chatId: first, kind: 'video' },
    { chatId: second, kind: 'voice' },
  ];
  expect(useRinging.getState().calls).toEqual(calls);
  await chatServer.emit('voiceCallEnd', first);
  expect(useRinging.getState().calls).toEqual(calls.slice(1));
  // The same chat rings again.
  await chatServer.emit('voiceCallStart', second, 'video');
  expect(useRinging.getState().calls).toEqual([{ chatId: second, kind: 'video' }]);
});
