import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aRow, aSystemMessage, bob, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { signedIn } from '../../../test/stand-in-server.ts';

const chatId = idOf<ChatId>(1);

/** Opens a chat with these system messages, oldest first. */
async function openChat(...texts: string[]) {
  const messages = texts.map((text, index) => aSystemMessage(1, index + 1, text));
  openApp(`/chat/${chatId}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: texts.length })] } },
    [`GET /api/chats/get/${chatId}`]: { body: { data: aChat(1) } },
    [`GET /api/messages/get/${chatId}?limit=${limits.messagePageSize}`]: {
      body: { data: messages.toReversed(), haveMore: false },
    },
    [`GET /api/chats/reads/${chatId}`]: { body: { data: [] } },
  });
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('getOnlineUsers', [bob.id]);
}

const lineOf = async (text: string) => (await screen.findByText(text)).closest('p') as HTMLElement;
const iconOf = (line: HTMLElement) => line.querySelector('svg')?.getAttribute('class') ?? null;

test('[CALL-407] messages about calls show their kind, and offer to call back', async () => {
  await openChat('Voice call ended, 5 min', 'Missed video call', 'Video call ended, 1 h 2 min');
  const [voice, missed, video] = [
    await lineOf('Voice call ended, 5 min'),
    await lineOf('Missed video call'),
    await lineOf('Video call ended, 1 h 2 min'),
  ];
  expect(iconOf(voice)).toContain('lucide-phone');
  for (const line of [missed, video]) expect(iconOf(line)).toContain('lucide-video');
  expect(await screen.findAllByRole('button', { name: 'Call back' })).toHaveLength(3);
});

test('[CALL-407] a name that looks like a message about a call has no icon and no button', async () => {
  await openChat('Ann added Bob started a video call', 'Ann changed the chat name to Missed video call');
  const lines = [
    await lineOf('Ann added Bob started a video call'),
    await lineOf('Ann changed the chat name to Missed video call'),
  ];
  expect(lines.map(iconOf)).toEqual([null, null]);
  expect(screen.queryByRole('button', { name: 'Call back' })).toBeNull();
});
