import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage } from '../../../test/chats.ts';
import { changeChat, openChat } from '../../../test/screens.ts';

test('[ADM-14] a direct chat with a suspended person says so, and can be written in', async () => {
  const { server } = await openChat([aMessage(1, 1)], {}, aChat(1, { isSuspended: true }));
  const notice = /is suspended. Messages are delivered if it is resumed/;
  expect(await screen.findByText(notice)).toBeDefined();
  expect(screen.getByText('Suspended')).toBeDefined();
  expect(screen.getByRole('textbox', { name: /message/i })).toBeDefined();

  await changeChat(server, aChat(1));
  await waitFor(() => expect(screen.queryByText('Suspended')).toBeNull());
  expect(screen.queryByText(notice)).toBeNull();
});
