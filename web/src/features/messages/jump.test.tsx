import { limits } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chatCall, dataOf, listCall, newestCall, pageOf } from '../../../test/answers.ts';
import { aChat, aMessage, aRow, idOf } from '../../../test/chats.ts';
import { openChat, region } from '../../../test/screens.ts';
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
    [chatCall(2)]: { body: { data: aChat(2) } },
    [newestCall(2)]: pageOf([], { readSeq: 0 }),
    [newestCall(1)]: pageOf(newest, { haveMore: true, readSeq: lastSeq }),
  });
  await region().findByText(`message ${lastSeq}`);
  return app;
}

test('[MSG-531] a chat that was left before the answer is at its newest messages when it is opened again', async () => {
  const { person, server } = await openLongChat();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  server.answer(around(100), async () => {
    await arrived;
    return neighbours(100);
  });
  jump(100);
  await waitFor(() => expect(server.asked).toContain(around(100)));
  await person.click(screen.getByRole('button', { name: 'Show chat list' }));
  await person.click(await screen.findByRole('link', { name: /Chat 2/ }));
  await screen.findByText('No messages yet');
  await act(async () => arrive());
  await person.click(screen.getByRole('button', { name: 'Show chat list' }));
  await person.click(await screen.findByRole('link', { name: /Chat 1/ }));
  await shows(lastSeq);
});

test('[MSG-531] a selection ends when another part of the chat is shown', async () => {
  const { person, server } = await openLongChat();
  server.answer(around(100), neighbours(100));
  fireEvent.contextMenu(region().getByText(`message ${lastSeq}`));
  await person.click(await screen.findByRole('menuitem', { name: 'Select' }));
  await screen.findByRole('toolbar', { name: 'Selected messages' });
  jump(100);
  await shows(100);
  expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull();
});
