import { chatToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aRow, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const list = 'GET /api/chats/all';
const mute = 'POST /api/chats/mute';
const rowOf = (name: RegExp) => screen.findByRole('link', { name });

async function openInfo(answers: Parameters<typeof openApp>[1]) {
  const opened = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    [list]: { body: { data: [aRow(1)] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [`GET /api/messages/get/${idOf(1)}?limit=15`]: { body: { data: [], haveMore: false } },
    ...answers,
  });
  await opened.person.click(await screen.findByRole('button', { name: 'Chat info' }));
  const panel = within(await screen.findByRole('complementary', { name: 'Chat info' }));
  return { ...opened, panel };
}

test('[CHT-26] a muted chat is marked as unread but not counted, also when muted on another device', async () => {
  openApp('/', { ...signedIn, [list]: { body: { data: [aRow(2, { read: false }), aRow(1, { read: false })] } } });
  expect(await rowOf(/Chat 1.*Unread/)).toBeDefined();
  expect(document.title).toBe('(2) Chat App');
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('chatMuted', idOf(1), true);
  expect(await rowOf(/Chat 1 *, muted.*Unread/)).toBeDefined();
  expect(screen.getByText('1 unread chat')).toBeDefined();
  expect(document.title).toBe('(1) Chat App');
  await chatServer.emit('chatMuted', idOf(1), false);
  await waitFor(() => expect(document.title).toBe('(2) Chat App'));
});

test('[CHT-26] a chat is muted and unmuted from its info panel, and its row shows it', async () => {
  const { server, person, panel } = await openInfo({ [mute]: { body: {} } });
  server.answer(list, { body: { data: [aRow(1, { isMuted: true })] } });
  await person.click(panel.getByRole('button', { name: 'Mute this chat' }));
  expect(await rowOf(/Chat 1 *, muted/)).toBeDefined();
  expect(server.bodyOf(mute)).toEqual({ chatId: idOf(1), isMuted: true });
  server.answer(list, { body: { data: [aRow(1)] } });
  await person.click(panel.getByRole('button', { name: 'Unmute this chat' }));
  expect(await panel.findByRole('button', { name: 'Mute this chat' })).toBeDefined();
  expect(server.bodyOf(mute)).toEqual({ chatId: idOf(1), isMuted: false });
});

test('[CHT-26] a refusal shows a toast, and the chat stays unmuted', async () => {
  const { person, panel } = await openInfo({ [mute]: refusal(404, 'not_found', 'Chat not found') });
  await person.click(panel.getByRole('button', { name: 'Mute this chat' }));
  expect(await screen.findByText(chatToasts.muteFailed.title)).toBeDefined();
  expect(panel.getByRole('button', { name: 'Mute this chat' })).toBeDefined();
});
