import type { ClientId } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aRow, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal, signedIn } from '../../../test/stand-in-server.ts';

const send = 'POST /api/messages/send';
const page = `GET /api/messages/get/${idOf(1)}`;
const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };

async function openTalk(answers: Parameters<typeof openApp>[1] = {}) {
  const app = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(2), aRow(1)] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [`${page}?limit=15`]: { body: { data: [aMessage(1, 1)], haveMore: false } },
    [`${page}?limit=50&after=1`]: { body: { data: [], haveMore: false } },
    [`${page}?limit=50&after=1&goneFrom=1`]: { body: { data: [], haveMore: false } },
    ...answers,
  });
  await screen.findByText('message 1');
  await waitFor(() => expect(chatServer.heard).toContainEqual(['online', me.id]));
  return { ...app, field: screen.getByRole('textbox', { name: 'Message' }) };
}

/** An answer that is held back until the test releases it. */
function heldAnswer() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const answer = async (body: unknown) => {
    const { content, clientId } = body as { content: string; clientId: ClientId };
    await given;
    return { status: 201, body: { message: aMessage(1, 2, { content, clientId, sender: mine }) } };
  };
  return { answer, give: () => act(async () => give()) };
}

const bubbles = (text: string) => within(screen.getByRole('region', { name: 'Messages' })).queryAllByText(text);
const onTheirWay = () => screen.queryAllByText('Sending', { exact: true });

test.each([
  ['the answer', 'the event'],
  ['the event', 'the answer'],
])('[MSG-60] a message is shown at once and only once when %s arrives before %s', async (first) => {
  const { answer, give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: answer });
  await person.type(field, 'hello{Enter}');
  expect(bubbles('hello')).toHaveLength(1);
  await waitFor(() => expect(server.asked).toContain(send));
  expect(onTheirWay()).toHaveLength(1);

  const { clientId } = server.bodyOf(send) as { clientId: ClientId };
  const emitMessage = () => chatServer.emit('newMessage', aMessage(1, 2, { content: 'hello', clientId, sender: mine }));
  const inOrder = first === 'the answer' ? [give, emitMessage] : [emitMessage, give];
  for (const happens of inOrder) {
    await happens();
    expect(bubbles('hello')).toHaveLength(1);
  }
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
  expect(server.asked.filter((call) => call === send)).toHaveLength(1);
});

test('[MSG-60] the chat moves to the top of the list once the server has the message', async () => {
  const { answer, give } = heldAnswer();
  const { person, field } = await openTalk({ [send]: answer });
  await person.type(field, 'hello{Enter}');
  const names = () => screen.getAllByRole('link', { name: /Chat \d/ }).map(({ textContent }) => textContent);
  expect(names()[0]).toContain('Chat 2');
  await give();
  await waitFor(() => expect(names()[0]).toMatch(/Chat 1.*You: hello/));
});

test('[MSG-62] a message waits while offline and is sent once the network returns', async () => {
  const { answer, give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: 'network down' });
  await person.type(field, 'hello{Enter}');
  await waitFor(() => expect(server.asked).toContain(send));
  expect(onTheirWay()).toHaveLength(1);
  server.answer(send, answer);
  await act(async () => window.dispatchEvent(new Event('online')));
  await give();
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
});

test('[MSG-63] a refusal shows the message of the server, and sending can be retried', async () => {
  const { answer, give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: refusal(404, 'not_found', 'Chat not found') });
  await person.type(field, 'hello{Enter}');
  expect(await screen.findByText('Failed to send message')).toBeDefined();
  expect(bubbles('Chat not found')).toHaveLength(1);
  server.answer(send, answer);
  await give();
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(bubbles('hello')).toHaveLength(1);
});

test('[MSG-67] sending with an expired session leads to the login and leaves no draft', async () => {
  const { person, field } = await openTalk({ [send]: refusal(401, 'unauthenticated', 'Please login to continue') });
  await person.type(field, 'hello{Enter}');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['spaces alone', '   '],
])('[MSG-70] %s is not sent', async (_what, text) => {
  const { person, server, field } = await openTalk();
  if (text !== '') await person.type(field, text);
  await person.type(field, '{Enter}');
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true);
  expect(server.asked).not.toContain(send);
});

test('[MSG-70] Enter during IME composition sends nothing', async () => {
  const { person, server, field } = await openTalk();
  await person.type(field, 'に');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(server.asked).not.toContain(send);
  expect((field as HTMLTextAreaElement).value).toBe('に');
});

test.each([
  ['👍', 'emoji'],
  ['12', 'text'],
  ['https://example.org/cat.PNG', 'image'],
  ['hello 👍', 'text'],
])('[MSG-70] %s is sent as %s', async (text, type) => {
  const { person, server, field } = await openTalk({ [send]: 'never' });
  await person.type(field, `${text}{Enter}`);
  await waitFor(() => expect(server.asked).toContain(send));
  expect(server.bodyOf(send)).toMatchObject({ chatId: idOf(1), content: text, type });
});

test('[MSG-73] a draft is restored when the chat is reopened', async () => {
  const { person, field } = await openTalk({
    [`GET /api/chats/get/${idOf(2)}`]: { body: { data: aChat(2) } },
    [`GET /api/messages/get/${idOf(2)}?limit=15`]: { body: { data: [], haveMore: false } },
  });
  await person.type(field, 'half a thought');
  await person.click(screen.getByText('Chat 2'));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', ''));
  await person.click(screen.getAllByText('Chat 1')[0] as HTMLElement);
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveProperty('value', 'half a thought'),
  );
});
