import { limits } from '@chat-app/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, emptyChat, listCall, newestCall, pageOf } from '../../../test/answers.ts';
import { aMessage, aRow, idOf } from '../../../test/chats.ts';
import { hold } from '../../../test/hold.ts';
import { chooseFor, goToChat, openChat, region } from '../../../test/screens.ts';
import { jumpTo } from '../../state/jump-target.ts';

const lastSeq = 400;
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => aMessage(1, first + index));
const half = limits.messagePageMax / 2;
/** The request for a message with its neighbours. */
const around = (seq: number) => `GET /api/messages/get/${idOf(1)}?limit=${limits.messagePageMax}&before=${seq + half}`;
const neighbours = (seq: number) => pageOf(from(seq - half, seq + half - 1), { haveMore: true, readSeq: lastSeq });
const jump = (seq: number) => act(() => jumpTo({ chatId: idOf(1), messageId: null, seq }));

/** The list, which does not scroll here, has this message or neighbours of it, and no others. */
const shows = (seq: number) =>
  waitFor(() => {
    const texts = region().getAllByText(/^message \d+$/);
    const seqs = texts.map(({ textContent }) => Number(textContent?.split(' ')[1]));
    expect(seqs.filter((other) => Math.abs(other - seq) > half)).toEqual([]);
  });

async function openLongChat() {
  const newest = from(lastSeq - 14, lastSeq);
  const app = await openChat(newest, {
    [listCall]: dataOf(aRow(1, { lastSeq }), aRow(2)),
    ...emptyChat(2),
    [newestCall(1)]: pageOf(newest, { haveMore: true, readSeq: lastSeq }),
  });
  await region().findByText(`message ${lastSeq}`);
  return app;
}

test('[MSG-531] a chat that was left before the answer is at its newest messages when it is opened again', async () => {
  const { person, server } = await openLongChat();
  const { held, release } = hold();
  server.answer(around(100), () => held.then(() => neighbours(100)));
  jump(100);
  await waitFor(() => expect(server.asked).toContain(around(100)));
  await goToChat(person, 2);
  await screen.findByText('No messages yet');
  await act(async () => release());
  await goToChat(person, 1);
  await shows(lastSeq);
});

test('[MSG-531] a selection ends when another part of the chat is shown', async () => {
  const { person, server } = await openLongChat();
  server.answer(around(100), neighbours(100));
  await chooseFor(person, `message ${lastSeq}`, 'Select');
  await screen.findByRole('toolbar', { name: 'Selected messages' });
  jump(100);
  await shows(100);
  expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull();
});
