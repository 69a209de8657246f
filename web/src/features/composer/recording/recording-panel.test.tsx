import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aGroup, bob, idOf, myMessage } from '../../../../test/chats.ts';
import { changeChat, messageField, openChat } from '../../../../test/screens.ts';
import { standInForMicrophone } from '../../../../test/stand-in-microphone.ts';
import { chatServer } from '../../../../test/stand-in-chat-server.ts';
import { beginEdit } from '../../../state/message-edits.ts';
import { startRingingFor } from '../../../state/ringing.ts';

const ownMessage = myMessage(1, 1);
const recorder = () => screen.queryByRole('group', { name: 'Voice message' });

async function openComposer(chat = aChat(1)) {
  const microphone = standInForMicrophone();
  return { ...(await openChat([ownMessage], {}, chat)), microphone };
}

async function record(app: Awaited<ReturnType<typeof openComposer>>) {
  screen.getByRole('button', { name: 'Record a voice message' }).focus();
  await app.person.keyboard('{Enter}');
  await screen.findByRole('timer');
  act(() => app.microphone.speak(2_000));
}

async function recordAndPause(app: Awaited<ReturnType<typeof openComposer>>) {
  await record(app);
  await app.person.click(screen.getByRole('button', { name: 'Pause and listen' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Listen to the recording' })).toBe(document.activeElement),
  );
}

test('[VOI-2] [VOI-30] Escape cancels a recording, but deletes a paused one only from inside its panel', async () => {
  const app = await openComposer();
  await record(app);
  await app.person.keyboard('{Escape}');
  expect(recorder()).toBeNull();
  await waitFor(() => expect(messageField()).toBe(document.activeElement));

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
  const app = await openComposer();
  await recordAndPause(app);
  act(() => beginEdit(ownMessage));
  const field = messageField();
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
  const app = await openComposer();
  await recordAndPause(app);
  expect(isGuarded()).toBe(true);
  await chatServer.emit('outChat', idOf(1));
  await waitFor(() => expect(isGuarded()).toBe(false));
});

test('[VOI-32] where the user may no longer send, a recording can be deleted', async () => {
  const app = await openComposer(aGroup(1));
  await recordAndPause(app);
  await changeChat(app.server, aGroup(1, { ownerId: bob.id, whoCanSend: 'admins' }));
  await screen.findByText('Your voice message was not sent');
  expect(recorder()).toBeNull();
  await app.person.click(screen.getByRole('button', { name: 'Delete the recording' }));
  await waitFor(() => expect(isGuarded()).toBe(false));
  expect(screen.queryByText('Your voice message was not sent')).toBeNull();
});

test('[VOI-36] the button says why it does not record while a call rings', async () => {
  const app = await openComposer();
  act(() => startRingingFor({ chatId: idOf(2), kind: 'voice' }));
  screen.getByRole('button', { name: 'Record a voice message' }).focus();
  await app.person.keyboard('{Enter}');
  await screen.findByText('No recording during a call');
  expect(recorder()).toBeNull();
  expect(app.microphone.getUserMedia).not.toHaveBeenCalled();
});
