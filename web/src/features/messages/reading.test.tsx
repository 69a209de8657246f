import type { Message } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changesAnswer, changesCall, dataOf, emptyChat, listCall, newestCall, pageOf } from '../../../test/answers.ts';
import { aMessage, aRow, idOf, myMessage } from '../../../test/chats.ts';
import { closeApp } from '../../../test/open-app.tsx';
import { type Answers, goToChat, openChat, region } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';

const messages = `GET /api/messages/get/${idOf(1)}`;

/** Opens a chat that was read up to here, beside another. */
const openUnread = (list: readonly Message[], readSeq: number, answers: Answers = {}) =>
  openChat(list, {
    [listCall]: dataOf(aRow(1, { read: false, lastSeq: list.at(-1)?.seq ?? 0 }), aRow(2)),
    ...emptyChat(2),
    [newestCall(1)]: pageOf(list, { readSeq }),
    ...answers,
  });
const divider = () => screen.queryByRole('separator', { name: 'New messages' });
/** The text of the row with the divider. */
const firstUnread = () => divider()?.closest('li')?.querySelector('article')?.textContent ?? '';

test('[MSG-481] the divider is above the first unread message of others, if any, and stays while more arrive', async () => {
  const list = [aMessage(1, 1), myMessage(1, 2), myMessage(1, 3), aMessage(1, 4), aMessage(1, 5)];
  for (const [readSeq, unread] of [
    [1, 'message 4'],
    [5, ''],
  ] as const) {
    await openUnread(list, readSeq);
    await region().findByText('message 5');
    const expectDivider = () => {
      expect(firstUnread()).toContain(unread);
      expect(divider() === null).toBe(unread === '');
    };
    expectDivider();
    await chatServer.emit('newMessage', aMessage(1, 6));
    await region().findByText('message 6');
    expectDivider();
    closeApp();
  }
});

test('[MSG-481] a chat that is opened again shows what arrived meanwhile below the divider', async () => {
  const { person, server } = await openUnread([aMessage(1, 1), aMessage(1, 2)], 0);
  await region().findByText('message 2');
  expect(firstUnread()).toContain('message 1');
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 2]));
  await goToChat(person, 2);
  await screen.findByText('No messages yet');
  await chatServer.emit('newMessage', aMessage(1, 3));
  server.answer(changesCall(1, 3), changesAnswer(3));
  await goToChat(person, 1);
  await waitFor(() => expect(region().getByText('message 3')).toBeDefined());
  expect(firstUnread()).toContain('message 3');
});

test('[MSG-481] the pages to the first unread message are loaded before the chat is shown', async () => {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => aMessage(1, first + index));
  const { server } = await openUnread(from(66, 80), 20, {
    [newestCall(1)]: pageOf(from(66, 80), { haveMore: true, readSeq: 20 }),
    [`${messages}?limit=50&before=66`]: pageOf(from(16, 65), { haveMore: true, readSeq: 80 }),
    [`${messages}?limit=15&before=16`]: pageOf(from(1, 15), { readSeq: 80 }),
  });
  expect(server.asked).toContain(`${messages}?limit=50&before=66`);
});

test('[MSG-482] the last bubble of a group shows its time, and every bubble its exact time on hover', async () => {
  await openUnread([aMessage(1, 1), aMessage(1, 2), myMessage(1, 3)], 3);
  await region().findByText('message 3');
  for (const [index, article] of region().getAllByRole('article').entries()) {
    const times = article.querySelectorAll('time');
    expect(times).toHaveLength(1);
    // Inside the part that appears on hover, except for the last of a group.
    expect(times[0]?.closest('.opacity-0') === null).toBe(index > 0);
    expect(times[0]?.title).toContain('2026');
    expect(times[0]?.title).toMatch(/:0[1-3]/);
  }
});

test('[MSG-483] the label of a day opens a calendar that jumps to a day, also by keyboard', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-03T12:00:00.000Z'), toFake: ['Date'] });
  const list = [aMessage(1, 1, { createdAt: '2026-02-26T12:00:00.000Z' }), aMessage(1, 2)];
  const since = new Date(2026, 1, 27).toISOString();
  const { person, server } = await openUnread(list, 2, {
    [`${messages}?after=0&limit=1`]: pageOf(list.slice(0, 1)),
    [`${messages}?since=${encodeURIComponent(since)}&limit=1`]: pageOf(list.slice(1)),
  });
  const label = await region().findByRole('button', { name: /March 1/ });
  await person.click(label);
  const dialog = within(await screen.findByRole('dialog', { name: 'Jump to a date' }));
  await dialog.findByRole('grid', { name: 'March 2026' });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /March 4/ }).disabled).toBe(true);
  expect(document.activeElement?.getAttribute('aria-label')).toContain('March 1');
  await person.keyboard('{ArrowLeft}');
  dialog.getByRole('grid', { name: 'February 2026' });
  // Nothing before the first message.
  await person.keyboard('{PageUp}');
  expect(document.activeElement?.getAttribute('aria-label')).toContain('February 26');
  await person.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(server.asked).toContain(`${messages}?since=${encodeURIComponent(since)}&limit=1`));
  await waitFor(() => expect(document.activeElement).toBe(label));
});
