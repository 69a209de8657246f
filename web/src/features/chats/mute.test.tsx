import { chatToasts } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aRow, idOf } from '../../../test/chats.ts';
import { openInfo, openList, rowOf } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const mute = 'POST /api/chats/mute';

test('[CHT-26] a muted chat is marked as unread but not counted, also when muted on another device', async () => {
  await openList([aRow(2, { read: false }), aRow(1, { read: false })]);
  expect(await rowOf(/Chat 1.*Unread/)).toBeDefined();
  expect(document.title).toBe('(2) Chat App');
  await chatServer.emit('chatMuted', idOf(1), true);
  expect(await rowOf(/Chat 1 *, muted.*Unread/)).toBeDefined();
  expect(screen.getByText('1 unread chat')).toBeDefined();
  expect(document.title).toBe('(1) Chat App');
  await chatServer.emit('chatMuted', idOf(1), false);
  await waitFor(() => expect(document.title).toBe('(2) Chat App'));
});

test('[CHT-26] a chat is muted and unmuted from its info panel, and its row shows it; a refusal a toast', async () => {
  const { server, person, panel } = await openInfo(undefined, { [mute]: refusal(404, 'not_found', 'Chat not found') });
  await person.click(panel.getByRole('button', { name: 'Mute this chat' }));
  expect(await screen.findByText(chatToasts.muteFailed.title)).toBeDefined();

  server.answer(mute, { body: {} });
  server.answer(listCall, dataOf(aRow(1, { isMuted: true })));
  await person.click(await panel.findByRole('button', { name: 'Mute this chat' }));
  expect(await rowOf(/Chat 1 *, muted/)).toBeDefined();
  expect(server.bodyOf(mute)).toEqual({ chatId: idOf(1), isMuted: true });
  server.answer(listCall, dataOf(aRow(1)));
  await person.click(await panel.findByRole('button', { name: 'Unmute this chat' }));
  expect(await panel.findByRole('button', { name: 'Mute this chat' })).toBeDefined();
  expect(server.bodyOf(mute)).toEqual({ chatId: idOf(1), isMuted: false });
});
