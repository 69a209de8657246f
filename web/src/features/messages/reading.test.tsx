import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aChat, aMessage, aRow, changesAnswer, changesCall, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, signedIn } from '../../../test/stand-in-server.ts';

const messages = `GET /api/messages/get/${idOf(1)}`;
const newest = `${messages}?limit=15`;
const mine = { sender: { _id: me.id, name: me.name, avatar: me.avatar, isMine: true } };
const page = (list: readonly unknown[], { haveMore = false, readSeq = 0 } = {}) => ({
  body: { data: list.toReversed(), haveMore, readSeq },
});
const answers = (lastSeq: number, newestPage: ReturnType<typeof page>) => ({
  ...signedIn,
  'GET /api/chats/all': { body: { data: [aRow(1, { read: false, lastSeq }), aRow(2)] } },
  [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
  [`GET /api/chats/get/${idOf(2)}`]: { body: { data: aChat(2) } },
  [`GET /api/messages/get/${idOf(2)}?limit=15`]: page([]),
  [newest]: newestPage,
  [changesCall(1, lastSeq)]: changesAnswer(lastSeq),
});
const region = () => screen.findByRole('region', { name: 'Messages' });
const divider = () => screen.queryByRole('separator', { name: 'New messages' });
/** The text of the row with the divider. */
const firstUnread = () => divider()?.closest('li')?.querySelector('article')?.textContent ?? '';

test('[MSG-481] the divider is above the first unread message of others, and stays while more arrive', async () => {
  const list = [aMessage(1, 1), aMessage(1, 2, mine), aMessage(1, 3, mine), aMessage(1, 4), aMessage(1, 5)];
  openApp(`/chat/${idOf(1)}`, answers(5, page(list, { readSeq: 1 })));
  await within(await region()).findByText('message 5');
  expect(firstUnread()).toContain('message 4');
  await chatServer.emit('newMessage', aMessage(1, 6));
  await within(await region()).findByText('message 6');
  expect(firstUnread()).toContain('message 4');
});

test('[MSG-481] a chat without unread messages of others has no divider, also when one arrives', async () => {
  openApp(`/chat/${idOf(1)}`, answers(2, page([aMessage(1, 1), aMessage(1, 2, mine)], { readSeq: 1 })));
  await within(await region()).findByText('message 2');
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await chatServer.emit('newMessage', aMessage(1, 3));
  await within(await region()).findByText('message 3');
  expect(divider()).toBeNull();
});

test('[MSG-481] a chat that is opened again shows what arrived meanwhile below the divider', async () => {
  const { person, server } = openApp(`/chat/${idOf(1)}`, answers(2, page([aMessage(1, 1), aMessage(1, 2)])));
  await within(await region()).findByText('message 2');
  expect(firstUnread()).toContain('message 1');
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 2]));
  await person.click(screen.getByRole('button', { name: 'Show chat list' }));
  await person.click(await screen.findByRole('link', { name: /Chat 2/ }));
  await screen.findByText('No messages yet');
  await chatServer.emit('newMessage', aMessage(1, 3));
  server.answer(changesCall(1, 3), changesAnswer(3));
  await person.click(screen.getByRole('button', { name: 'Show chat list' }));
  await person.click(await screen.findByRole('link', { name: /Chat 1/ }));
  await within(await region()).findByText('message 3');
  expect(firstUnread()).toContain('message 3');
});

test('[MSG-481] the pages to the first unread message are loaded before the chat is shown', async () => {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => aMessage(1, first + index));
  const { server } = openApp(`/chat/${idOf(1)}`, {
    ...answers(80, page(from(66, 80), { haveMore: true, readSeq: 20 })),
    [`${messages}?limit=50&before=66`]: page(from(16, 65), { haveMore: true, readSeq: 80 }),
    [`${messages}?limit=15&before=16`]: page(from(1, 15), { readSeq: 80 }),
  });
  await region();
  expect(server.asked).toContain(`${messages}?limit=50&before=66`);
});

test('[MSG-482] the last bubble of a group shows its time, and every bubble its exact time on hover', async () => {
  const list = [aMessage(1, 1), aMessage(1, 2), aMessage(1, 3, mine)];
  openApp(`/chat/${idOf(1)}`, answers(3, page(list, { readSeq: 3 })));
  await within(await region()).findByText('message 3');
  for (const [index, article] of within(await region())
    .getAllByRole('article')
    .entries()) {
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
  const { person, server } = openApp(`/chat/${idOf(1)}`, {
    ...answers(2, page(list, { readSeq: 2 })),
    [`${messages}?after=0&limit=1`]: page([list[0]]),
    [`${messages}?since=${encodeURIComponent(since)}&limit=1`]: page([list[1]]),
  });
  const label = await within(await region()).findByRole('button', { name: /March 1/ });
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
