import type { ChatDetail, Message } from '@chat-app/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { chatAnswers, chatCall, dataOf, listCall } from './answers.ts';
import { aChat } from './chats.ts';
import { openApp } from './open-app.tsx';
import { chatServer } from './stand-in-chat-server.ts';
import { me, signedIn } from './stand-in-server.ts';
import type { StandInServer } from './stand-in-server.ts';

export type Answers = NonNullable<Parameters<typeof openApp>[1]>;
export type Person = ReturnType<typeof openApp>['person'];

/** Waits until the page knows that it is connected. */
export const isConnected = () => waitFor(() => expect(chatServer.heard).toContainEqual(['online', me.id]));

/** Opens the main screen without a chat, and waits until the page is connected. */
export async function openMain(answers: Answers = {}) {
  const app = openApp('/', { ...signedIn, ...answers });
  await screen.findByRole('button', { name: /^Menu/ });
  await isConnected();
  return app;
}

/** Opens the main screen with these rows of the chat list, and waits until they are shown and the page is connected. */
export async function openList(rows: readonly unknown[], answers: Answers = {}) {
  const app = await openMain({ [listCall]: dataOf(...rows), ...answers });
  await screen.findByRole('list', { name: 'Chats' });
  return app;
}

/** The rows of the chat list. */
export const rows = () => within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
/** The names of the chats in the list, from the top. */
export const namesInList = () => rows().map((row) => row.querySelector('bdi')?.textContent);
export const rowOf = (name: RegExp) => screen.findByRole('link', { name });

/** Opens a chat from the list, which the present one hides. */
export async function goToChat(person: Person, number: number) {
  await person.click(screen.getByRole('button', { name: 'Show chat list' }));
  await person.click(await rowOf(new RegExp(`Chat ${number}`)));
}

/** Opens the menu of a message, and chooses this entry. */
export async function chooseFor(person: Person, text: string, name: string) {
  fireEvent.contextMenu(await region().findByText(text));
  await person.click(await screen.findByRole('menuitem', { name }));
}

/** Changes chat 1 on the server, which says so. */
export async function changeChat(server: StandInServer, chat: ChatDetail) {
  server.answer(chatCall(1), { body: { data: chat } });
  await chatServer.emit('updateChat', chat._id);
}

export const textsOf = (elements: Iterable<Element>) => Array.from(elements, ({ textContent }) => textContent);

/** Answers the question that the page asks in between. */
export async function answerQuestion(person: Person, answer: string) {
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }));
}

/** Fills in the screen on which one signs up, and submits it. */
export async function signUp(person: Person, email = me.email, confirm = 'Secret1!x') {
  await person.type(await screen.findByLabelText('Name'), 'Annika');
  await person.type(screen.getByLabelText('Email'), email);
  await person.type(screen.getByLabelText('Password'), 'Secret1!x');
  await person.type(screen.getByLabelText('Confirm password'), `${confirm}{Enter}`);
}

export const messageField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

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
