import { limits } from '@chat-app/contract';
import type { Ack, ClientId } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changesAnswer, changesCall, dataOf, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, idOf, myMessage } from '../../../test/chats.ts';
import { hold } from '../../../test/hold.ts';
import { type Answers, chooseFor, isConnected, messageField, openChat, region, rows } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../test/stand-in-server.ts';
import { ackTimeoutMs } from '../../lib/emit-with-ack.ts';

const send = 'POST /api/messages/send';

async function openTalk(answers: Answers = {}) {
  const list = { [listCall]: dataOf(aRow(2), aRow(1)), [changesCall(1, 2)]: changesAnswer(2) };
  const app = await openChat([aMessage(1, 1)], { ...list, ...answers });
  return { ...app, field: messageField() };
}

interface Sent {
  content: string;
  type: string;
  clientId: ClientId;
}

const stored = ({ content, clientId }: Sent, seq = 2) => myMessage(1, seq, { content, clientId });
const sentOverSocket = () =>
  chatServer.heard.filter(([name]) => name === 'sendMessage').map(([, sent]) => sent as Sent);

function answerSends(answer: (sent: Sent) => Ack | null | Promise<Ack | null>) {
  chatServer.answer = ([name, sent]) => (name === 'sendMessage' ? answer(sent as Sent) : { ok: true });
}

/** Answers to sent messages that are held back until the test releases them. */
function heldAnswer() {
  const { held, release } = hold();
  answerSends((sent) => held.then(() => ({ ok: true, message: stored(sent) })));
  const answer = (body: unknown) => held.then(() => ({ status: 201, body: { message: stored(body as Sent) } }));
  return { answer, give: () => act(async () => release()) };
}

async function loseConnection() {
  chatServer.isUp = false;
  await chatServer.cut();
}

async function restoreConnection() {
  chatServer.heard.length = 0;
  chatServer.isUp = true;
  await isConnected();
}

const bubbles = (text: string) => region().queryAllByText(text);
const onTheirWay = () => screen.queryAllByText('Sending', { exact: true });
/** The message is neither lost nor shown twice. */
const isSent = async () => {
  await waitFor(() => expect(onTheirWay()).toHaveLength(0));
  expect(bubbles('hello')).toHaveLength(1);
};
const isHeard = () => waitFor(() => expect(sentOverSocket()).toHaveLength(1));

test.each([
  ['over the socket', 'the answer', 'the event'],
  ['over the socket', 'the event', 'the answer'],
  ['over HTTP', 'the event', 'the answer'],
])('[MSG-60] a message is shown at once and only once %s when %s arrives before %s', async (way, first) => {
  const { answer, give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: answer });
  const isOverHttp = way === 'over HTTP';
  if (isOverHttp) await loseConnection();
  await person.type(field, 'hello{Enter}');
  expect(bubbles('hello')).toHaveLength(1);
  const overHttp = () => server.asked.filter((call) => call === send).map(() => server.bodyOf(send) as Sent);
  const allSent = () => [...sentOverSocket(), ...overHttp()];
  await waitFor(() => expect(allSent()).toHaveLength(1));
  expect(onTheirWay()).toHaveLength(1);
  expect(rows()[0]?.textContent).toContain('Chat 2');
  if (isOverHttp) await restoreConnection();

  const [sent] = allSent();
  const emitMessage = () => chatServer.emit('newMessage', stored(sent as Sent));
  const inOrder = first === 'the answer' ? [give, emitMessage] : [emitMessage, give];
  for (const happens of inOrder) {
    await happens();
    expect(bubbles('hello')).toHaveLength(1);
  }
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/Chat 1.*You: hello/));
  await isSent();
  expect([sentOverSocket().length, overHttp().length]).toEqual(isOverHttp ? [0, 1] : [1, 0]);
});

test('[RT-307] an acknowledgement alone settles the message, and the next message follows it without a request', async () => {
  const { give } = heldAnswer();
  const { person, server, field } = await openTalk();
  await person.type(field, 'hello{Enter}');
  await isHeard();
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
  const texts = region().getAllByText(/^(?:before you|hello)$/);
  expect(texts.map(({ textContent }) => textContent)).toEqual(['before you', 'hello']);
});

test('[RT-305] an acknowledgement that comes after the message was repeated over HTTP still settles it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { give } = heldAnswer();
  const { person, server, field } = await openTalk({ [send]: 'never' });
  await person.type(field, 'hello{Enter}');
  await isHeard();
  await act(() => vi.advanceTimersByTimeAsync(ackTimeoutMs + limits.resendMinMs));
  await waitFor(() => expect(server.asked).toContain(send));
  expect(onTheirWay()).toHaveLength(1);
  await give();
  await isSent();
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
  await isSent();
});

test('[MSG-63] a refusal shows the message of the server, over the socket and over HTTP, and sending can be retried', async () => {
  answerSends(() => ({ ok: false, code: 'not_found', message: 'Chat not found' }));
  const { person, server, field } = await openTalk({ [send]: refusal(404, 'not_found', 'No such chat') });
  await person.type(field, 'hello{Enter}');
  expect(await screen.findByText('Failed to send message')).toBeDefined();
  expect(bubbles('Chat not found')).toHaveLength(1);
  await loseConnection();
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(bubbles('No such chat')).toHaveLength(1));
  server.answer(send, (body) => ({ status: 201, body: { message: stored(body as Sent) } }));
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  await isSent();
});

test('[MSG-524] a reply whose original is gone can be sent without it; another refusal keeps it', async () => {
  const gone = 'The message you replied to is no longer there';
  answerSends(() => ({ ok: false, code: 'forbidden', message: 'Not now' }));
  const { person, field } = await openTalk();
  await chooseFor(person, 'message 1', 'Reply');
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

test('[MSG-70] neither nothing, nor spaces, nor a text that is being composed is sent; others by their type', async () => {
  let seq = 1;
  answerSends((sent) => ({ ok: true, message: stored(sent, (seq += 1)) }));
  const { person, server, field } = await openTalk();
  for (const text of ['', '   ']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await person.type(field, `${text}{Enter}`);
    expect(screen.getByRole('button', { name: 'Send' }).hasAttribute('disabled')).toBe(true);
  }
  await person.clear(field);
  await person.type(field, 'に');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect([sentOverSocket(), server.asked.includes(send)]).toEqual([[], false]);
  expect(field.value).toBe('に');

  await person.clear(field);
  const types = { '👍': 'emoji', '12': 'text', 'https://example.org/cat.PNG': 'image', 'hello 👍': 'text' };
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const text of Object.keys(types)) await person.type(field, `${text}{Enter}`);
  await waitFor(() =>
    expect(Object.fromEntries(sentOverSocket().map(({ content, type }) => [content, type]))).toEqual(types),
  );
});
