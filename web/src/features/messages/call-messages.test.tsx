import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSystemMessage, bob } from '../../../test/chats.ts';
import { openChat } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';

test('[CALL-407] messages about calls show their kind and offer to call back; names that look like them do not', async () => {
  const rows = [
    ['Voice call ended, 5 min', 'lucide-phone'],
    ['Missed video call', 'lucide-video'],
    ['Video call ended, 1 h 2 min', 'lucide-video'],
    ['Ann added Bob started a video call', null],
    ['Ann changed the chat name to Missed video call', null],
  ] as const;
  await openChat(rows.map(([text], index) => aSystemMessage(1, index + 1, text)));
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findAllByRole('button', { name: 'Call back' })).toHaveLength(3);
  const iconOf = (text: string) => screen.getByText(text).closest('p')?.querySelector('svg')?.classList;
  expect(rows.filter(([text, icon]) => (icon ? !iconOf(text)?.contains(icon) : iconOf(text) !== undefined))).toEqual(
    [],
  );
});
