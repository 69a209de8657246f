import type { Message, SearchResult } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, emptyChat, listCall } from '../../../test/answers.ts';
import { aMessage, aRow, idOf } from '../../../test/chats.ts';
import { type Answers, messageField, openChat, region } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const contents = ['lunch at one', 'no', 'a long lunch', 'yes', 'Lunch again?', 'later'];
const messages = contents.map((content, index) => aMessage(1, index + 1, { content }));

const toResult = (message: Message): SearchResult => ({
  message,
  chat: { _id: idOf(1), name: 'Chat 1', avatar: `/api/avatars/${idOf(1)}.svg`, isGroup: false },
  highlights: [],
});
const call = (q: string) => `GET /api/messages/search?q=${q}&chatId=${idOf(1)}`;
const page = (seqs: readonly number[], cursor: string | null = null) => ({
  body: { data: seqs.map((seq) => toResult(aMessage(1, seq, { content: contents[seq - 1] ?? 'lunch' }))), cursor },
});

async function openFindBar(answers: Answers = {}) {
  const list = dataOf(aRow(1, { lastSeq: 6 }), aRow(2));
  const opened = await openChat(messages, { [listCall]: list, ...emptyChat(2), ...answers });
  await region().findByText('later');
  await opened.person.keyboard('{Control>}f{/Control}');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search in this chat' });
  const bar = within(screen.getByRole('search', { name: 'Search in chat' }));
  return { ...opened, field, bar, status: () => bar.getByRole('status').textContent };
}

/** All marks in the messages, or those of one colour. */
const marks = (color = 'text-on-found') =>
  [...screen.getByRole('region', { name: 'Messages' }).querySelectorAll('mark')].filter(({ classList }) =>
    classList.contains(color),
  );
/** The message of each mark of the present match. */
const currentTexts = () => marks('bg-found-current').map((mark) => mark.closest('[dir]')?.textContent);

test('[SRC-40] Ctrl+F finds the newest match, Enter steps to older ones, Shift+Enter back, Escape returns', async () => {
  const { person, field, status } = await openFindBar({ [call('lunch')]: page([5, 3, 1]) });
  expect(document.activeElement).toBe(field);
  await person.keyboard('lunch');
  await waitFor(() => expect(status()).toBe('1 of 3'));
  expect(currentTexts()).toEqual(['Lunch again?']);
  await person.keyboard('{Enter}');
  expect(status()).toBe('2 of 3');
  expect(currentTexts()).toEqual(['a long lunch']);
  await person.keyboard('{F3}{Enter}{Enter}');
  expect(status()).toBe('3 of 3');
  await person.keyboard('{Shift>}{Enter}{/Shift}');
  expect(status()).toBe('2 of 3');
  await person.keyboard('{Control>}f{/Control}');
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('lunch');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('search')).toBeNull());
  expect(document.activeElement).toBe(messageField());
  expect(marks()).toEqual([]);
});

test('[SRC-40] Ctrl+F opens the bar before the details of the chat have arrived', async () => {
  const { field } = await openFindBar({ [`GET /api/chats/get/${idOf(1)}`]: 'never' });
  expect(document.activeElement).toBe(field);
});

test('[SRC-40] the buttons step and close; the header and the info panel open the bar, too', async () => {
  const { person, bar, field, status } = await openFindBar({ [call('lunch')]: page([5, 3]) });
  await person.keyboard('lunch');
  await waitFor(() => expect(status()).toBe('1 of 2'));
  const next = bar.getByRole('button', { name: /^Next/ });
  const previous = bar.getByRole('button', { name: /^Previous/ });
  const atEnd = () => [next, previous].map((button) => button.getAttribute('aria-disabled'));
  expect(atEnd()).toEqual(['false', 'true']);
  await person.click(next);
  expect(status()).toBe('2 of 2');
  expect(atEnd()).toEqual(['true', 'false']);
  expect(document.activeElement).toBe(field);
  await person.click(bar.getByRole('button', { name: 'Close search' }));
  expect(document.activeElement).toBe(messageField());

  const opens = async (parent: ReturnType<typeof within>) => {
    await person.click(parent.getByRole('button', { name: 'Search in chat' }));
    expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Search in this chat' }));
    await person.keyboard('{Escape}');
  };
  await opens(within(screen.getByRole('main')));
  await person.click(screen.getByRole('button', { name: 'Chat info' }));
  await opens(within(await screen.findByRole('complementary', { name: 'Chat info' })));
});

test('[SRC-41] a step beyond the last loaded match loads the next page, past empty ones, again if that failed', async () => {
  const second = `${call('lunch')}&cursor=c1`;
  const { person, status, server, bar } = await openFindBar({
    [call('lunch')]: page([5, 3], 'c1'),
    [second]: 'network down',
    [`${call('lunch')}&cursor=c2`]: page([1]),
  });
  await person.keyboard('lunch');
  await waitFor(() => expect(status()).toBe('1 of 2+'));
  await person.keyboard('{Enter}');
  expect(status()).toBe('2 of 2+');
  expect(server.asked).not.toContain(second);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(status()).toBe('The messages could not be searched'));
  server.answer(second, page([], 'c2'));
  await person.click(bar.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(status()).toBe('3 of 3'));
  expect(currentTexts()).toEqual(['lunch at one']);
});

test('[SRC-42] the bar asks for two characters, says that nothing matches, and shows refusals and failures', async () => {
  const { person, status, server, bar, field } = await openFindBar({
    [call('xy')]: page([]),
    [call('every')]: refusal(400, 'invalid_input', 'Please be more specific'),
    [call('everyone')]: 'network down',
  });
  expect(status()).toBe('Type at least two characters');
  await person.keyboard('x');
  expect(status()).toBe('Type at least two characters');
  await person.keyboard('y');
  await waitFor(() => expect(status()).toBe('No matches'));
  expect(server.asked.filter((asked) => asked.includes('search?'))).toEqual([call('xy')]);

  await person.clear(field);
  await person.keyboard('every');
  await waitFor(() => expect(status()).toBe('Please be more specific'));
  expect(bar.queryByRole('button', { name: 'Retry' })).toBeNull();
  await person.keyboard('one');
  await waitFor(() => expect(status()).toBe('The messages could not be searched'));
  server.answer(call('everyone'), page([5]));
  await person.click(bar.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(status()).toBe('1 of 1'));
});

test('[SRC-43] the words are marked in all messages that have them', async () => {
  const { person, field } = await openFindBar({
    [call('lunch')]: page([5, 3, 1]),
    [`GET /api/messages/search?q=long+lunch&chatId=${idOf(1)}`]: page([3]),
  });
  await person.keyboard('lunch');
  await waitFor(() => expect(currentTexts()).toEqual(['Lunch again?']));
  expect(marks('bg-found').map(({ textContent }) => textContent)).toEqual(['lunch', 'lunch']);
  await person.clear(field);
  expect(marks('bg-found')).toEqual([]);
  await person.keyboard('long lunch');
  await waitFor(() => expect(currentTexts()).toEqual(['a long lunch', 'a long lunch']));
  expect(marks('bg-found')).toEqual([]);
});

test('[SRC-44] [SRC-45] without a connection the loaded messages are searched; another chat closes the bar', async () => {
  const { person, status, server } = await openFindBar();
  chatServer.isUp = false;
  await chatServer.cut();
  await person.keyboard('lunch');
  await waitFor(() => expect(status()).toBe('1 of 3, offline: only loaded messages'));
  await person.keyboard('{Enter}');
  expect(status()).toBe('2 of 3, offline: only loaded messages');
  expect(server.asked.filter((asked) => asked.includes('search?'))).toEqual([]);

  await person.click(screen.getByRole('link', { name: /Chat 2/ }));
  await screen.findByRole('heading', { name: 'Chat 2' });
  expect(screen.queryByRole('search')).toBeNull();
  await person.click(screen.getByRole('link', { name: /Chat 1/ }));
  await screen.findByText('later');
  expect(screen.queryByRole('search')).toBeNull();
});
