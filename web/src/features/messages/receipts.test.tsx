import type { ChatRead, Message } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aChat, aGroup, aMessage, aRow, asMember, bob, cid, idOf, mine, myMessage } from '../../../test/chats.ts';
import { type Answers, openChat as open, textsOf } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me } from '../../../test/stand-in-server.ts';

const chatId = idOf<Message['chatId']>(1);
const reads = `GET /api/chats/reads/${chatId}`;
const at = '2026-03-01T12:30:00.000Z';

/** Opens a chat of three messages that these people have seen. */
async function openChat(seen: readonly ChatRead[] = [], answers: Answers = {}, chat = aChat(1)) {
  const list = [myMessage(1, 1), aMessage(1, 2), myMessage(1, 3)];
  const opened = await open(list, { [reads]: dataOf(...seen), ...answers }, chat);
  await screen.findByText('message 3');
  return opened;
}

const statusOf = (text: string) => {
  const article = screen.getByText(text).closest('article') as HTMLElement;
  return ['Sending', 'Sent', 'Read'].filter((status) => within(article).queryByText(status) !== null);
};
const isStatus = (text: string, status: string) => waitFor(() => expect(statusOf(text)).toEqual([status]));

test('[MSG-474] [MSG-476] own messages have one tick, and two once another has read them, which is no read mark of one’s own', async () => {
  const other = aRow(2, { name: 'Other', read: false, unreadCount: 3, lastSeq: 9 });
  await openChat([{ userId: bob.id, seq: 2, at }], { [listCall]: dataOf(aRow(1, { lastSeq: 3 }), other) });
  await isStatus('message 1', 'Read');
  expect(statusOf('message 3')).toEqual(['Sent']);
  expect(statusOf('message 2')).toEqual([]);
  await chatServer.emit('chatRead', chatId, 3, bob.id);
  await isStatus('message 3', 'Read');
  await chatServer.emit('chatRead', chatId, 1, bob.id);
  expect(statusOf('message 3')).toEqual(['Read']);

  const unread = () => screen.getByRole('link', { name: /^Other/ }).textContent;
  await chatServer.emit('chatRead', other._id, 9, bob.id);
  expect(unread()).toContain('3 Unread');
  await chatServer.emit('chatRead', other._id, 9);
  await waitFor(() => expect(unread()).not.toContain('3 Unread'));
});

test('[MSG-475] a user who sends no receipts sees none, and asks for none', async () => {
  const { server } = await openChat([{ userId: bob.id, seq: 3, at }], {
    'GET /api/auth': { body: { user: { ...me, sendsReceipts: false } } },
  });
  await isStatus('message 3', 'Sent');
  expect(server.asked).not.toContain(reads);
  const { sendsReceipts, sharesPresence, isFindable, mentionsBreakMute } = me;
  await chatServer.emit('privacyUpdated', { sendsReceipts, sharesPresence, isFindable, mentionsBreakMute });
  await isStatus('message 3', 'Read');
});

const seenBy = () => screen.queryByRole('button', { name: /^Seen by/ })?.getAttribute('aria-label');

const listed = async () =>
  textsOf(within(await screen.findByRole('dialog', { name: 'Seen by' })).getAllByRole('listitem'));

test('[MSG-477] a group shows who has seen the newest message, any other one its menu, without its sender', async () => {
  const seen = [
    { userId: bob.id, seq: 3, at },
    { userId: cid.id, seq: 2, at: null },
  ];
  const { person } = await openChat(seen, {}, aGroup(1));
  await waitFor(() => expect(seenBy()).toBe('Seen by Bob'));
  expect(statusOf('message 3')).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'Message menu: message 2' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Seen by' }));
  expect(await listed()).toEqual(['Cid']);
  await person.keyboard('{Escape}');

  await chatServer.emit('chatRead', chatId, 3, cid.id);
  await waitFor(() => expect(seenBy()).toBe('Seen by Bob, Cid'));
  await person.click(screen.getByRole('button', { name: /^Seen by/ }));
  expect(await listed()).toEqual(
    ['Bob', 'Cid'].map((name) => expect.stringMatching(new RegExp(`^${name}.*\\d:\\d\\d`))),
  );
});

test('[MSG-477] large groups show nothing and ask for nothing', async () => {
  const members = Array.from({ length: 101 }, (_, index) => asMember({ ...bob, _id: idOf(index + 50) }));
  const { server, person } = await openChat([], {}, aGroup(1, { members: [...members, mine] }));
  await person.click(screen.getByRole('button', { name: 'Message menu: message 2' }));
  expect(await screen.findByRole('menuitem', { name: 'Reply' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Seen by' })).toBeNull();
  expect(server.asked).not.toContain(reads);
});
