import { limits } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aChat, aMessage, aRow, changesAnswer, changesCall, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { type StandInServer, signedIn } from '../../../test/stand-in-server.ts';
import { jumpTo } from '../../state/jump-target.ts';

const lastSeq = 400;
const messages = `GET /api/messages/get/${idOf(1)}`;
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => aMessage(1, first + index));
const page = (first: number, last: number) => ({
  body: { data: from(first, last).toReversed(), haveMore: true, readSeq: lastSeq },
});
const half = limits.messagePageMax / 2;
/** The request for a message with its neighbours. */
const around = (seq: number) => `${messages}?limit=${limits.messagePageMax}&before=${seq + half}`;
const neighbours = (seq: number) => page(seq - half, seq + half - 1);
const region = () => screen.findByRole('region', { name: 'Messages' });
const jump = (seq: number) => act(() => jumpTo({ chatId: idOf(1), messageId: null, seq }));

/** The list, which does not scroll here, has this message or neighbours of it, and no others. */
const shows = (seq: number) =>
  waitFor(async () => {
    const texts = within(await region()).getAllByText(/^message \d+$/);
    const seqs = texts.map(({ textContent }) => Number(textContent?.split(' ')[1]));
    expect(seqs.filter((other) => Math.abs(other - seq) > half)).toEqual([]);
  });

async function openLongChat() {
  const app = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq }), aRow(2)] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [`GET /api/chats/get/${idOf(2)}`]: { body: { data: aChat(2) } },
    [`GET /api/messages/get/${idOf(2)}?limit=15`]: { body: { data: [], haveMore: false, readSeq: 0 } },
    [`${messages}?limit=15`]: page(lastSeq - 14, lastSeq),
    [changesCall(1, lastSeq)]: changesAnswer(lastSeq),
  });
  await within(await region()).findByText(`message ${lastSeq}`);
  return app;
}

/** The neighbours of this message arrive when the returned function is called. */
function answerLate(server: StandInServer, seq: number): () => void {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.answer(around(seq), async () => {
    await arrived;
    return neighbours(seq);
  });
  return () => arrive();
}

test('[MSG-531] a chat that was left before the answer is at its newest messages when it is opened again', async () => {
  const { person, server } = await openLongChat();
  const arrive = answerLate(server, 100);
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
  fireEvent.contextMenu(within(await region()).getByText(`message ${lastSeq}`));
  await person.click(await screen.findByRole('menuitem', { name: 'Select' }));
  await screen.findByRole('toolbar', { name: 'Selected messages' });
  jump(100);
  await shows(100);
  expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull();
});
