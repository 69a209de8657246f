import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aGroup, aMessage, aRow, bob, idOf } from '../../../../test/chats.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { standInForMicrophone } from '../../../../test/stand-in-microphone.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { me, signedIn } from '../../../../test/stand-in-server.ts';
import { beginEdit } from '../../../state/message-edits.ts';
import { startRingingFor } from '../../../state/ringing.ts';

const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };
const ownMessage = aMessage(1, 1, { sender: mine, content: 'a first try' });
const recorder = () => screen.queryByRole('group', { name: 'Voice message' });

async function openChat(chat = aChat(1)) {
  const microphone = standInForMicrophone();
  const app = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1)] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: chat } },
    [`GET /api/messages/get/${idOf(1)}?limit=15`]: {
      body: { data: [ownMessage], haveMore: false },
    },
  });
  await screen.findByText('a first try');
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  return { ...app, microphone };
}

async function record(app: Awaited<ReturnType<typeof openChat>>) {
  screen.getByRole('button', { name: 'Record a voice message' }).focus();
  await app.person.keyboard('{Enter}');
  await screen.findByRole('timer');
  act(() => app.microphone.speak(2_000));
}

async function recordAndPause(app: Awaited<ReturnType<typeof openChat>>) {
  await record(app);
  await app.person.click(screen.getByRole('button', { name: 'Pause and listen' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Listen to the recording' })).toBe(document.activeElement),
  );
}

test('[VOI-2] [VOI-30] Escape cancels a recording, but deletes a paused one only from inside its panel', async () => {
  const app = await openChat();
  await record(app);
  await app.person.keyboard('{Escape}');
  expect(recorder()).toBeNull();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toBe(document.activeElement));

  await recordAndPause(app);
  await app.person.keyboard('{Control>}f{/Control}');
  await screen.findByRole('search', { name: 'Search in chat' });
  await app.person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('search', { name: 'Search in chat' })).toBeNull());
  await app.person.keyboard('{Escape}');
  expect(recorder()).not.toBeNull();

  screen.getByRole('button', { name: 'Listen to the recording' }).focus();
  await app.person.keyboard('{Escape}');
  expect([recorder(), app.microphone.isOpen()]).toEqual([null, false]);
});

test('[VOI-31] a paused recording waits while a message is edited', async () => {
  const app = await openChat();
  await recordAndPause(app);
  act(() => beginEdit(ownMessage));
  const field = screen.getByRole('textbox', { name: 'Message' });
  await waitFor(() => expect(field).toBe(document.activeElement));
  expect(recorder()).toBeNull();
  expect(field.closest('[inert]')).toBeNull();
  await app.person.keyboard('{Escape}');
  await waitFor(() => expect(recorder()).not.toBeNull());
  expect(screen.queryByText('Edit message')).toBeNull();
});

/** Whether the browser would ask before the page is left. */
const isGuarded = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('[VOI-32] a recording is deleted with its chat', async () => {
  const app = await openChat();
  await recordAndPause(app);
  expect(isGuarded()).toBe(true);
  await chatServer.emit('outChat', idOf(1));
  await waitFor(() => expect(isGuarded()).toBe(false));
});

test('[VOI-32] where the user may no longer send, a recording can be deleted', async () => {
  const app = await openChat(aGroup(1));
  await recordAndPause(app);
  app.server.answer(`GET /api/chats/get/${idOf(1)}`, {
    body: { data: aGroup(1, { ownerId: bob.id, whoCanSend: 'admins' }) },
  });
  await chatServer.emit('updateChat', idOf(1));
  await screen.findByText('Your voice message was not sent');
  expect(recorder()).toBeNull();
  await app.person.click(screen.getByRole('button', { name: 'Delete the recording' }));
  await waitFor(() => expect(isGuarded()).toBe(false));
  expect(screen.queryByText('Your voice message was not sent')).toBeNull();
});

test('[VOI-36] the button says why it does not record while a call rings', async () => {
  const app = await openChat();
  act(() => startRingingFor({ chatId: idOf(2), kind: 'voice' }));
  screen.getByRole('button', { name: 'Record a voice message' }).focus();
  await app.person.keyboard('{Enter}');
  await screen.findByText('No recording during a call');
  expect(recorder()).toBeNull();
  expect(app.microphone.getUserMedia).not.toHaveBeenCalled();
});
