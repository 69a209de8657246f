import { limits } from '@chat-app/contract';
import type { ChatRead, ClientId, Message } from '@chat-app/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { aChat, aGroup, aMessage, aRow, bob, cid, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, signedIn } from '../../../test/stand-in-server.ts';
import { addOutgoing, changeOutgoing } from '../../outbox/outgoing.ts';

const chatId = idOf<Message['chatId']>(1);
const reads = `GET /api/chats/reads/${chatId}`;
const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };
const myMessage = (seq: number) => aMessage(1, seq, { sender: mine });
const at = '2026-03-01T12:30:00.000Z';

interface Given {
  chat?: ReturnType<typeof aChat>;
  seen?: ChatRead[];
  more?: Parameters<typeof openApp>[1];
}

async function openChat({ chat = aChat(1), seen = [], more = {} }: Given = {}) {
  const opened = openApp(`/chat/${chatId}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: 3, isGroup: chat.isGroup })] } },
    [`GET /api/chats/get/${chatId}`]: { body: { data: chat } },
    [`GET /api/messages/get/${chatId}?limit=${limits.messagePageSize}`]: {
      body: { data: [myMessage(3), aMessage(1, 2), myMessage(1)], haveMore: false },
    },
    [reads]: { body: { data: seen } },
    ...more,
  });
  await screen.findByText('message 3');
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  return opened;
}

const statusOf = (text: string) => {
  const article = screen.getByText(text).closest('article') as HTMLElement;
  return ['Sending', 'Sent', 'Read'].filter((status) => within(article).queryByText(status) !== null);
};
const isStatus = (text: string, status: string) => waitFor(() => expect(statusOf(text)).toEqual([status]));

test('[MSG-476] own messages have one tick, and two once the other has read them', async () => {
  await openChat({ seen: [{ userId: bob.id, seq: 2, at }] });
  await isStatus('message 1', 'Read');
  expect(statusOf('message 3')).toEqual(['Sent']);
  expect(statusOf('message 2')).toEqual([]);
  await chatServer.emit('chatRead', chatId, 3, bob.id);
  await isStatus('message 3', 'Read');
  await chatServer.emit('chatRead', chatId, 1, bob.id);
  expect(statusOf('message 3')).toEqual(['Read']);
});

test('[MSG-476] a message has a clock until the server has it', async () => {
  await openChat();
  act(() =>
    addOutgoing({
      clientId: asId<ClientId>('one'),
      chatId,
      type: 'text',
      content: 'on its way',
      createdAt: at,
      phase: 'sending',
      progress: null,
    }),
  );
  expect(await screen.findByText('on its way')).toBeDefined();
  expect(statusOf('on its way')).toEqual(['Sending']);
  act(() => changeOutgoing(asId<ClientId>('one'), () => []));
});

test('[MSG-474] what another member has read leaves the own read position alone', async () => {
  const row = aRow(2, { name: 'Other', read: false, unreadCount: 3, lastSeq: 9 });
  await openChat({ more: { 'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: 3 }), row] } } } });
  await chatServer.emit('chatRead', row._id, 9, bob.id);
  expect(screen.getByRole('link', { name: /^Other/ }).textContent).toContain('3');
  await chatServer.emit('chatRead', row._id, 9);
  await waitFor(() => expect(screen.getByRole('link', { name: /^Other/ }).textContent).not.toContain('3'));
});

test('[MSG-475] a user who sends no receipts sees none, and asks for none', async () => {
  const { server } = await openChat({
    seen: [{ userId: bob.id, seq: 3, at }],
    more: { 'GET /api/auth': { body: { user: { ...me, sendsReceipts: false } } } },
  });
  await isStatus('message 3', 'Sent');
  expect(server.asked).not.toContain(reads);
  await chatServer.emit('privacyUpdated', {
    sendsReceipts: true,
    sharesPresence: true,
    isFindable: true,
    mentionsBreakMute: true,
  });
  await isStatus('message 3', 'Read');
});

const seenBy = () => screen.queryByRole('button', { name: /^Seen by/ })?.getAttribute('aria-label');

test('[MSG-477] a group shows who has seen the newest message, and opens the list', async () => {
  const { person } = await openChat({ chat: aGroup(1), seen: [{ userId: bob.id, seq: 3, at }] });
  await waitFor(() => expect(seenBy()).toBe('Seen by Bob'));
  expect(statusOf('message 3')).toEqual([]);
  await chatServer.emit('chatRead', chatId, 3, cid.id);
  await waitFor(() => expect(seenBy()).toBe('Seen by Bob, Cid'));
  await person.click(screen.getByRole('button', { name: /^Seen by/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seen by' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Bob.*\d:\d\d.*$/),
    expect.stringMatching(/^Cid.*\d:\d\d.*$/),
  ]);
});

test('[MSG-477] the menu of any message opens the list; its sender is not in it', async () => {
  const { person } = await openChat({
    chat: aGroup(1),
    seen: [
      { userId: bob.id, seq: 3, at },
      { userId: cid.id, seq: 2, at: null },
    ],
  });
  await waitFor(() => expect(seenBy()).toBe('Seen by Bob'));
  await person.click(screen.getByRole('button', { name: 'Message menu: message 2' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Seen by' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seen by' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Cid']);
});

test('[MSG-477] large groups show nothing and ask for nothing', async () => {
  const members = Array.from({ length: 101 }, (_, index) => ({
    _id: idOf<typeof bob.id>(index + 50),
    name: 'N',
    avatar: '',
  }));
  const { server, person } = await openChat({ chat: aGroup(1, { members: [...members, mine] }) });
  await person.click(screen.getByRole('button', { name: 'Message menu: message 2' }));
  expect(await screen.findByRole('menuitem', { name: 'Reply' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Seen by' })).toBeNull();
  expect(server.asked).not.toContain(reads);
});
