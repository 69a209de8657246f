import { limits } from '@chat-app/contract';
import type { Ack, ClientId } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aChat, aMessage, aRow, changesAnswer, changesCall, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal, signedIn } from '../../../test/stand-in-server.ts';
import { ackTimeoutMs } from '../../lib/emit-with-ack.ts';

const send = 'POST /api/messages/send';
const page = `GET /api/messages/get/${idOf(1)}`;
const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };

async function openTalk(answers: Parameters<typeof openApp>[1] = {}) {
  const app = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(2), aRow(1)] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [`${page}?limit=15`]: { body: { data: [aMessage(1, 1)], haveMore: false } },
    [changesCall(1, 1)]: changesAnswer(1),
    [changesCall(1, 2)]: changesAnswer(2),
    ...answers,
  });
  await screen.findByText('message 1');
  await waitFor(() => expect(chatServer.heard).toContainEqual(['online', me.id]));
  return { ...app, field: screen.getByRole('textbox', { name: 'Message' }) };
}

interface Sent {
  content: string;
  clientId: ClientId;
}

const stored = ({ content, clientId }: Sent, seq = 2) => aMessage(1, seq, { content, clientId, sender: mine });
const sentOverSocket = () =>
  chatServer.heard.filter(([name]) => name === 'sendMessage').map(([, sent]) => sent as Sent);

function answerSends(answer: (sent: Sent) => Ack | null | Promise<Ack | null>) {
  chatServer.answer = ([name, sent]) => (name === 'sendMessage' ? answer(sent as Sent) : { ok: true });
}

/** Answers to sent messages that are held back until the test releases them. */
function heldAnswer() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  answerSends(async (sent) => {
    await given;
    return { ok: true, message: stored(sent) };
  });
  const answer = async (body: unknown) => {
    await given;
    return { status: 201, body: { message: stored(body as Sent) } };
  };
  return { answer, give: () => act(async () => give()) };
}

async function loseConnection() {
  chatServer.isUp = false;
  await chatServer.cut();
}

async function restoreConnection() {
  const before = chatServer.heard.length;
  chatServer.isUp = true;
  await waitFor(() => expect(chatServer.heard.slice(before)).toContainEqual(['online', me.id]));
}

const bubbles = (text: string) => within(screen.getByRole('region', { name: 'Messages' })).queryAllByText(text);
const onTheirWay = () => screen.queryAllByText('Sending', { exact: true });

test.each([
  ['the answer', 'the event', 'the socket'],
  ['the event', 'the answer', 'the socket'],
  ['the answer', 'the event', 'HTTP'],
  ['the event', 'the answer', 'HTTP'],
])('[MSG-60] a message is shown at once and only once when %s arrives before %s, over %s', async (first, _, way) => {
  const { answer, give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: answer });
  const isOverHttp = way === 'HTTP';
  if (isOverHttp) await loseConnection();
  await person.type(field, 'hello{Enter}');
  expect(bubbles('hello')).toHaveLength(1);
  const allSent = () => [...sentOverSocket(), ...(server.asked.includes(send) ? [server.bodyOf(send) as Sent] : [])];
  await waitFor(() => expect(allSent()).toHaveLength(1));
  expect(onTheirWay()).toHaveLength(1);
  if (isOverHttp) await restoreConnection();

  const [sent] = allSent();
  const emitMessage = () => chatServer.emit('newMessage', stored(sent as Sent));
  const inOrder = first === 'the answer' ? [give, emitMessage] : [emitMessage, give];
  for (const happens of inOrder) {
    await happens();
    expect(bubbles('hello')).toHaveLength(1);
  }
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
  expect([sentOverSocket().length, server.asked.filter((call) => call === send).length]).toEqual(
    isOverHttp ? [0, 1] : [1, 0],
  );
});

test('[MSG-60] the chat moves to the top of the list once the server has the message', async () => {
  const { give } = heldAnswer();
  const { person, field } = await openTalk();
  await person.type(field, 'hello{Enter}');
  const names = () => screen.getAllByRole('link', { name: /Chat \d/ }).map(({ textContent }) => textContent);
  expect(names()[0]).toContain('Chat 2');
  await give();
  await waitFor(() => expect(names()[0]).toMatch(/Chat 1.*You: hello/));
});

test('[RT-307] an acknowledgement alone settles the message, and the next message follows it without a request', async () => {
  const { give } = heldAnswer();
  const { person, server, field } = await openTalk();
  await person.type(field, 'hello{Enter}');
  await waitFor(() => expect(sentOverSocket()).toHaveLength(1));
  const askedBefore = server.asked.length;
  await give();
  await chatServer.emit('newMessage', aMessage(1, 3, { content: 'hello yourself' }));
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 3]));
  expect([bubbles('hello'), bubbles('hello yourself')].map(({ length }) => length)).toEqual([1, 1]);
  expect(server.asked.slice(askedBefore)).toEqual([]);
});

test('[RT-307] a message that arrives before an acknowledgement with a later position is fetched and shown first', async () => {
  answerSends((sent) => ({ ok: true, message: stored(sent, 3) }));
  const theirs = aMessage(1, 2, { content: 'before you' });
  const { person, server, field } = await openTalk();
  server.answer(changesCall(1, 1), async () => {
    const [sent] = sentOverSocket();
    return changesAnswer(3, theirs, stored(sent as Sent, 3));
  });
  await person.type(field, 'hello{Enter}');
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  const texts = within(screen.getByRole('region', { name: 'Messages' })).getAllByText(/^(?:before you|hello)$/);
  expect(texts.map(({ textContent }) => textContent)).toEqual(['before you', 'hello']);
});

test('[RT-305] an acknowledgement that comes after the message was repeated over HTTP still settles it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: 'never' });
  await person.type(field, 'hello{Enter}');
  await waitFor(() => expect(sentOverSocket()).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(ackTimeoutMs + limits.resendMinMs));
  await waitFor(() => expect(server.asked).toContain(send));
  expect(onTheirWay()).toHaveLength(1);
  await give();
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
});

test('[MSG-62] a message waits while offline and is sent once the network returns', async () => {
  const { answer, give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: 'network down' });
  await loseConnection();
  await person.type(field, 'hello{Enter}');
  await waitFor(() => expect(server.asked).toContain(send));
  expect(onTheirWay()).toHaveLength(1);
  server.answer(send, answer);
  await act(async () => window.dispatchEvent(new Event('online')));
  await give();
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
});

test('[RT-305] a message whose acknowledgement is lost is repeated over HTTP, with the same `clientId`', async () => {
  answerSends(() => null);
  const { person, server, field } = await openTalk({
    [send]: (body) => ({ status: 200, body: { message: stored(body as Sent) } }),
  });
  await person.type(field, 'hello{Enter}');
  await waitFor(() => expect(sentOverSocket()).toHaveLength(1));
  await chatServer.cut();
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
  expect(sentOverSocket()).toEqual([server.bodyOf(send)]);
});

test.each(['the socket', 'HTTP'])(
  '[MSG-63] a refusal over %s shows the message of the server, and sending can be retried',
  async (way) => {
    answerSends(() => ({ ok: false, code: 'not_found', message: 'Chat not found' }));
    const { person, server, field } = await openTalk({ [send]: refusal(404, 'not_found', 'Chat not found') });
    if (way === 'HTTP') await loseConnection();
    await person.type(field, 'hello{Enter}');
    expect(await screen.findByText('Failed to send message')).toBeDefined();
    expect(bubbles('Chat not found')).toHaveLength(1);
    const { answer, give } = heldAnswer();
    server.answer(send, answer);
    await give();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
    expect(bubbles('hello')).toHaveLength(1);
  },
);

test('[MSG-524] a reply whose original is gone can be sent without it; another refusal keeps it', async () => {
  const gone = 'The message you replied to is no longer there';
  answerSends(() => ({ ok: false, code: 'forbidden', message: 'Not now' }));
  const { person, field } = await openTalk();
  fireEvent.contextMenu(screen.getByText('message 1'));
  await person.click(await screen.findByRole('menuitem', { name: 'Reply' }));
  await person.type(field, 'hello{Enter}');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  answerSends(() => ({ ok: false, code: 'not_found', message: gone, fields: { replyTo: gone } }));
  await person.click(retry);
  const resend = await screen.findByRole('button', { name: 'Send without quote' });
  expect(bubbles(gone)).toHaveLength(1);
  expect(screen.getByText('Deleted message')).toBeDefined();
  answerSends((sent) => ({ ok: true, message: stored(sent) }));
  await person.click(resend);
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  const original = aMessage(1, 1)._id;
  expect(sentOverSocket().map((sent) => 'replyTo' in sent && sent.replyTo)).toEqual([original, original, false]);
});

test.each(['the socket', 'HTTP'])(
  '[MSG-67] sending over %s with an expired session leads to the login and leaves no draft',
  async (way) => {
    answerSends(() => ({ ok: false, code: 'unauthenticated', message: 'Please login to continue' }));
    const { person, field } = await openTalk({ [send]: refusal(401, 'unauthenticated', 'Please login to continue') });
    if (way === 'HTTP') await loseConnection();
    await person.type(field, 'hello{Enter}');
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  },
);

test.each([
  ['nothing', ''],
  ['spaces alone', '   '],
])('[MSG-70] %s is not sent', async (_what, text) => {
  const { person, server, field } = await openTalk();
  if (text !== '') await person.type(field, text);
  await person.type(field, '{Enter}');
  expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true);
  expect([sentOverSocket(), server.asked.includes(send)]).toEqual([[], false]);
});

test('[MSG-70] Enter during IME composition sends nothing', async () => {
  const { person, server, field } = await openTalk();
  await person.type(field, 'に');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect([sentOverSocket(), server.asked.includes(send)]).toEqual([[], false]);
  expect((field as HTMLTextAreaElement).value).toBe('に');
});

test.each([
  ['👍', 'emoji'],
  ['12', 'text'],
  ['https://example.org/cat.PNG', 'image'],
  ['hello 👍', 'text'],
])('[MSG-70] %s is sent as %s', async (text, type) => {
  answerSends(() => null);
  const { person, field } = await openTalk();
  await person.type(field, `${text}{Enter}`);
  await waitFor(() => expect(sentOverSocket()).toMatchObject([{ chatId: idOf(1), content: text, type }]));
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
