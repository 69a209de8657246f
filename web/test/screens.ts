import type { Message } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { aChat, chatAnswers } from './chats.ts';
import { openApp } from './open-app.tsx';
import { chatServer } from './stand-in-chat-server.ts';
import { me, signedIn } from './stand-in-server.ts';

export type Answers = NonNullable<Parameters<typeof openApp>[1]>;

/** Waits until the page knows that it is connected. */
export const isConnected = () => waitFor(() => expect(chatServer.heard).toContainEqual(['online', me.id]));

/** The messages of the open chat, in the list that is shown now. */
export const region = () => within(screen.getByRole('region', { name: 'Messages' }));

/** Opens chat 1 with these messages, oldest first, and waits until it is shown and the page is connected. */
export async function openChat(messages: readonly Message[], answers: Answers = {}, chat = aChat(1)) {
  const app = openApp(`/chat/${chat._id}`, { ...chatAnswers(1, messages, chat), ...answers });
  await (messages.length > 0
    ? screen.findByRole('region', { name: 'Messages' })
    : screen.findByRole('heading', { name: chat.name }));
  await isConnected();
  return app;
}

/** Opens the info panel of chat 1. */
export async function openInfo(chat = aChat(1), answers: Answers = {}, messages: readonly Message[] = []) {
  const app = openApp(`/chat/${chat._id}`, { ...chatAnswers(1, messages, chat), ...answers });
  await app.person.click(await screen.findByRole('button', { name: 'Chat info' }));
  return { ...app, panel: within(await screen.findByRole('complementary', { name: 'Chat info' })) };
}

/** Opens a tab of the account dialog, by default its first. */
export async function openAccount(answers: Answers = {}, tab?: string) {
  const app = openApp('/', { ...signedIn, ...answers });
  await app.person.click(await screen.findByRole('button', { name: 'Menu' }));
  await app.person.click(await screen.findByRole('menuitem', { name: 'Account Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Account Settings' }));
  if (tab !== undefined) await app.person.click(dialog.getByRole('tab', { name: tab }));
  return { ...app, dialog };
}
