import type { ChatId, ClientId, Message } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { aChat, aMessage, aRow, aSystemMessage, changesAnswer, changesCall, idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me, refusal, signedIn } from '../../../test/stand-in-server.ts';
import { addOutgoing, changeOutgoing } from '../../outbox/outgoing.ts';

const messages = `GET /api/messages/get/${idOf(1)}`;
const newest = `${messages}?limit=15`;
const page = (list: readonly unknown[], rest = {}) => ({ body: { data: list, haveMore: false, ...rest } });
const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };
const myMessage = (seq: number, fields: Partial<Message> = {}) => aMessage(1, seq, { sender: mine, ...fields });

/** Opens a connected chat with these messages. */
async function openChat(list: readonly Message[], more: Parameters<typeof openApp>[1] = {}) {
  const last = list.at(-1)?.seq ?? 0;
  const opened = openApp(`/chat/${idOf(1)}`, {
    ...signedIn,
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: last })] } },
    [`GET /api/chats/get/${idOf(1)}`]: { body: { data: aChat(1) } },
    [newest]: page(list.toReversed()),
    [changesCall(1, last)]: changesAnswer(last),
    ...more,
  });
  await waitFor(() => expect(chatServer.connectionCount).toBe(1));
  // Once connected, the page requests the messages it missed.
  const question = list.length > 0 ? changesCall(1, last) : newest;
  await waitFor(() => expect(opened.server.asked).toContain(question));
  // On connect the outbox is synced as well, which must not remove an outgoing message that a test adds.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return { ...opened, region: () => within(screen.getByRole('region', { name: 'Messages' })) };
}

const pending = {
  clientId: asId<ClientId>('one'),
  chatId: idOf<ChatId>(1),
  type: 'text',
  content: 'on its way',
  createdAt: '2026-03-01T12:00:09.000Z',
  phase: 'sending',
  progress: null,
} as const;

test('[MSG-42] every message is an article with its sender and time; system messages are not', async () => {
  const { region } = await openChat([aSystemMessage(1, 1, 'Bob created the group'), aMessage(1, 2), myMessage(3)]);
  const articles = await region().findAllByRole('article');
  expect(articles.map((article) => article.getAttribute('aria-label'))).toEqual(['Bob', 'You']);
  expect(within(articles[0] as HTMLElement).getByText(/^\d\d:\d\d/).tagName).toBe('TIME');
});

test('[MSG-42] messages of others are announced once while the chat is open, own messages are not', async () => {
  await openChat([aMessage(1, 1)]);
  await chatServer.emit('newMessage', aMessage(1, 2, { content: 'hello there' }));
  expect(await screen.findByText('Bob: hello there')).toBeDefined();
  await chatServer.emit('newMessage', aMessage(1, 3, { content: '**hello** ||there||' }));
  expect(await screen.findByText('Bob: hello [Spoiler]')).toBeDefined();
  await chatServer.emit('newMessage', myMessage(4, { content: 'hello back' }));
  await waitFor(() => expect(screen.queryByText(/: hello/)).toBeNull());
});

test('[MSG-42] [UI-56] two identical messages are announced twice', async () => {
  await openChat([aMessage(1, 1)]);
  await chatServer.emit('newMessage', aMessage(1, 2, { content: 'hello' }));
  const first = await screen.findByText('Bob: hello');
  await chatServer.emit('newMessage', aMessage(1, 3, { content: 'hello' }));
  await waitFor(() => expect(screen.getByText('Bob: hello')).not.toBe(first));
  expect(first.isConnected).toBe(false);
});

test('[MSG-43] an own message is deleted after confirmation, with a toast', async () => {
  const { server, person, region } = await openChat([aMessage(1, 1), myMessage(2)]);
  server.answer(`DELETE /api/messages/delete/${myMessage(2)._id}`, {});
  const buttons = await region().findAllByRole('button', { name: /^Delete message/ });
  expect(buttons).toHaveLength(1);
  await person.click(buttons[0] as HTMLElement);
  expect(server.asked.some((call) => call.startsWith('DELETE'))).toBe(false);
  const listCalls = server.asked.filter((call) => call === 'GET /api/chats/all').length;
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Your message has been deleted')).toBeDefined();
  await waitFor(() => expect(region().queryByText('message 2')).toBeNull());
  await waitFor(() => expect(server.asked.filter((call) => call === 'GET /api/chats/all')).toHaveLength(listCalls + 1));
  await chatServer.emit('deleteMessage', myMessage(2)._id, idOf(1), 3);
  expect(region().getByText('message 1')).toBeDefined();
});

test('[MSG-43] a refused deletion keeps the message and shows the message of the server', async () => {
  const { server, person, region } = await openChat([myMessage(1)]);
  server.answer(`DELETE /api/messages/delete/${myMessage(1)._id}`, refusal(403, 'forbidden', 'Not yours to delete'));
  await person.click(await region().findByRole('button', { name: /^Delete message/ }));
  await person.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Not yours to delete')).toBeDefined();
  expect(region().getByText('message 1')).toBeDefined();
});

test('[MSG-43] a message deleted by another user disappears, and the next one needs no request', async () => {
  const { server, region } = await openChat([aMessage(1, 1), aMessage(1, 2)]);
  await region().findByText('message 2');
  const asked = server.asked.filter((call) => call.startsWith(messages)).length;
  await chatServer.emit('deleteMessage', aMessage(1, 2)._id, idOf(1), 3);
  await waitFor(() => expect(region().queryByText('message 2')).toBeNull());
  await chatServer.emit('newMessage', aMessage(1, 3));
  expect(await region().findByText('message 3')).toBeDefined();
  expect(server.asked.filter((call) => call.startsWith(messages))).toHaveLength(asked);
});

test('[MSG-43] a long press on a message opens its menu', async () => {
  const { person, region } = await openChat([aMessage(1, 1), myMessage(2)]);
  const hold = async (text: string) =>
    fireEvent.pointerDown(await region().findByText(text), { pointerType: 'touch', isPrimary: true });
  await hold('message 1');
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await person.keyboard('{Escape}');
  await hold('message 2');
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete this message?' })).toBeDefined();
});

test('[MSG-242] a closed menu returns the focus', async () => {
  const { person, region } = await openChat([aMessage(1, 1)]);
  const field = screen.getByLabelText('Message');
  field.focus();
  fireEvent.contextMenu(await region().findByText('message 1'));
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(document.activeElement).not.toBe(field);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test.each([
  ['text', {}],
  ['image', { type: 'image', content: `/api/uploads/${idOf(9)}.webp` }],
  ['file', { type: 'file', content: 'plan.pdf', size: 5, url: `/api/uploads/${idOf(9)}` }],
] as const)('[MSG-261] the menu of a held message of others says when it was sent: %s', async (_what, fields) => {
  const { region } = await openChat([aMessage(1, 1, fields)]);
  const [article] = await region().findAllByRole('article');
  const bubble = (article as HTMLElement).querySelector('.touch-pan-y');
  fireEvent.pointerDown(bubble as HTMLElement, { pointerType: 'touch', isPrimary: true });
  const menu = await screen.findByRole('menu');
  expect(menu.querySelector('time')?.dateTime).toBe(aMessage(1, 1).createdAt);
  expect(menu.querySelector('time')?.textContent).toMatch(/^\S.*, \d+:\d\d/);
  const names = within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent);
  expect(names).toEqual([
    '👍',
    '❤️',
    '😂',
    '😮',
    '😢',
    '🎉',
    '',
    'Reply',
    expect.stringMatching(/^(?:Copy|Open)/),
    'Forward',
    'Pin',
    'Copy message link',
    'Select',
    'Report',
  ]);
});

test('[MSG-44] messages deleted while disconnected are removed after the reconnect', async () => {
  const { server, region } = await openChat([aMessage(1, 1), aMessage(1, 2), aMessage(1, 3)]);
  await region().findByText('message 2');
  const deleted = { _id: aMessage(1, 2)._id, seq: 2, rev: 5 };
  server.answer(changesCall(1, 3), changesAnswer(5, aMessage(1, 4), { deleted }));
  await chatServer.emit('chatHeads', { [idOf(1)]: 4 });
  expect(await region().findByText('message 4')).toBeDefined();
  expect(region().queryByText('message 2')).toBeNull();
});

test('[MSG-522] messages that were cleared while disconnected are removed after the reconnect', async () => {
  const { server, region } = await openChat([aMessage(1, 1), aMessage(1, 2)]);
  await region().findByText('message 2');
  const { body } = changesAnswer(3, aMessage(1, 3));
  server.answer(changesCall(1, 2), { body: { ...body, hiddenUpTo: 2 } });
  server.answer(newest, page([aMessage(1, 3)]));
  await chatServer.emit('chatHeads', { [idOf(1)]: 3 });
  // Another list replaces the one of before.
  await waitFor(() => region().getByText('message 3'));
  expect(region().queryByText('message 2')).toBeNull();
});

test('[MSG-44] after more than a thousand missed messages the newest page is loaded instead', async () => {
  const { server, region } = await openChat([aMessage(1, 1), aMessage(1, 2)]);
  await region().findByText('message 2');
  // The page compares the new seq with the row of the chat.
  await screen.findByRole('link', { name: /Chat 1/ });
  const late = aMessage(1, 5, { seq: 1_200, content: 'much later' });
  server.answer(newest, page([late], { haveMore: false }));
  server.answer('GET /api/chats/all', { body: { data: [aRow(1, { lastSeq: 1_200 })] } });
  await chatServer.emit('newMessage', late);
  // Another list replaces the one of before.
  await waitFor(() => region().getByText('much later'));
  expect(region().queryByText('message 2')).toBeNull();
  expect(server.asked.filter((call) => call === changesCall(1, 2))).toHaveLength(1);
});

test('[MSG-45] a chat whose newest message was deleted is still marked as read', async () => {
  const { person } = await openChat([aMessage(1, 1), aMessage(1, 2)], {
    'GET /api/chats/all': { body: { data: [aRow(1, { lastSeq: 3, read: false }), aRow(2)] } },
    [`GET /api/chats/get/${idOf(2)}`]: { body: { data: aChat(2) } },
    [`GET /api/messages/get/${idOf(2)}?limit=15`]: page([]),
    [changesCall(1, 2)]: changesAnswer(4),
  });
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 3]));
  await person.click(screen.getByRole('link', { name: /Chat 2/ }));
  await screen.findByText('No messages yet');
  expect(screen.queryByText('Unread')).toBeNull();
});

test('[MSG-46] links open in a new tab without a referrer; anything else is text', async () => {
  const text = 'see https://example.org/a). <b>not bold</b> javascript:alert(1)';
  const { region } = await openChat([aMessage(1, 1, { content: text })]);
  const link = await region().findByRole('link', { name: 'https://example.org/a' });
  expect(link.getAttribute('href')).toBe('https://example.org/a');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link.parentElement?.textContent).toBe(text);
});

test('[MSG-47] the first link of a text is shown with a preview of its page', async () => {
  const preview = {
    title: 'Ferries',
    description: 'All of them',
    image: { url: '/api/tools/image-proxy?url=x' },
    screenshot: null,
  };
  const { region, server } = await openChat(
    [aMessage(1, 1, { content: 'https://a.example/x and https://b.example' })],
    { 'GET /api/tools/link-preview?url=https%3A%2F%2Fa.example%2Fx': { body: { data: preview } } },
  );
  const card = await region().findByRole('link', { name: /Ferries/ });
  expect(card.textContent).toBe('FerriesAll of thema.example');
  expect(card.querySelector('img')?.getAttribute('src')).toBe(preview.image.url);
  expect(card.getAttribute('rel')).toBe('noopener noreferrer');
  expect(server.asked.filter((call) => call.includes('link-preview'))).toHaveLength(1);
});

test.each([
  ['says nothing', { body: { data: null } }],
  ['cannot be had', refusal(400, 'invalid', 'This address is not allowed')],
])('[MSG-241] a page that %s leaves its link and no card', async (_what, answer) => {
  const { region, server } = await openChat([aMessage(1, 1, { content: 'https://a.example/x' })], {
    'GET /api/tools/link-preview?url=https%3A%2F%2Fa.example%2Fx': answer,
  });
  await waitFor(() => expect(server.asked.some((call) => call.includes('link-preview'))).toBe(true));
  await waitFor(() => expect(region().getAllByRole('link')).toHaveLength(1));
  expect(region().getByRole('link').textContent).toBe('https://a.example/x');
});

test('[MSG-48] an outgoing message has no preview, and the same bubble is kept when it arrives', async () => {
  const { region, server } = await openChat([aMessage(1, 1)]);
  act(() => addOutgoing({ ...pending, content: 'look https://a.example' }));
  const bubble = await region().findByText(/^look/);
  expect(region().getByText('Sending')).toBeDefined();
  expect(server.asked.some((call) => call.includes('link-preview'))).toBe(false);
  await chatServer.emit('newMessage', myMessage(2, { clientId: asId('one'), content: 'look https://a.example' }));
  await waitFor(() => expect(region().queryByText('Sending')).toBeNull());
  expect(region().getAllByText(/^look/)).toEqual([bubble]);
});

test('[MSG-48] a failed message shows the reason and can be retried or deleted', async () => {
  const { region, person } = await openChat([aMessage(1, 1)]);
  act(() => addOutgoing({ ...pending, phase: 'failed', reason: 'You are no longer in this chat' }));
  expect(await region().findByText('You are no longer in this chat')).toBeDefined();
  expect(region().getByRole('button', { name: 'Retry' })).toBeDefined();
  await person.click(region().getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(region().queryByText('on its way')).toBeNull());
});

test('[MSG-48] an upload shows its progress and can be cancelled', async () => {
  const { region, person } = await openChat([aMessage(1, 1)]);
  act(() => addOutgoing({ ...pending, type: 'file', content: 'notes.txt', size: 2_097_152, progress: 0 }));
  act(() => changeOutgoing(asId('one'), (message) => [{ ...message, progress: 0.42 }]));
  expect(await region().findByText('42%')).toBeDefined();
  expect(region().getByText('2.00 MB')).toBeDefined();
  await person.click(region().getByRole('button', { name: 'Cancel upload' }));
  await waitFor(() => expect(region().queryByText('notes.txt')).toBeNull());
});

test('[MSG-49] [MSG-240] an image reserves its space, opens enlarged, and returns the focus', async () => {
  const image = aMessage(1, 1, { type: 'image', content: '/api/uploads/a.webp', width: 400, height: 400 });
  const { region, person } = await openChat([image]);
  const opener = await region().findByRole('button', { name: 'Open image from Bob' });
  expect(opener.style.width).toBe('200px');
  await person.click(opener);
  const large = within(await screen.findByRole('dialog', { name: 'Image from Bob' }));
  expect(large.getByRole('img').getAttribute('src')).toBe('/api/uploads/a.webp');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test('[MSG-49] a broken image shows a placeholder, and an invalid address is never requested', async () => {
  const { region } = await openChat([
    aMessage(1, 1, { type: 'image', content: 'https://example.org/a.png' }),
    aMessage(1, 2, { type: 'image', content: 'data:image/svg+xml,<svg/>' }),
  ]);
  const opener = await region().findByRole('button', { name: 'Open image from Bob' });
  const img = opener.querySelector('img') as HTMLImageElement;
  expect(img.getAttribute('src')).toBe('/api/tools/image-proxy?url=https%3A%2F%2Fexample.org%2Fa.png');
  fireEvent.error(img);
  expect(region().getAllByText('Image from Bob cannot be shown')).toHaveLength(2);
});

test('[MSG-50] a file shows its name, size and download link; a transfer shows its outcome', async () => {
  const { region } = await openChat([
    aMessage(1, 1, {
      type: 'file',
      content: 'a-report-with-a-very-long-name.pdf',
      size: 3_450_000,
      url: '/api/uploads/f',
    }),
    aMessage(1, 2, { type: 'fileTransfer', content: 'movie.mkv', size: 1_048_576, status: 'completed' }),
    aMessage(1, 3, { type: 'fileTransfer', content: 'other.mkv', size: 1_048_576, status: 'cancelled' }),
    aMessage(1, 4, { type: 'file', content: 'evil.txt', size: 1, url: 'https://evil.example/f' }),
  ]);
  const link = await region().findByRole('link', { name: /^Download a-report/ });
  expect(link.textContent).toBe('Downloada-report-with-a-ve…ame.pdf3.29 MB');
  expect(link.getAttribute('href')).toBe('/api/uploads/f');
  expect(region().getAllByRole('link')).toHaveLength(1);
  expect(region().getByText('completed').className).toContain('text-success');
  expect(region().getByText('cancelled').className).toContain('text-danger');
});

test('[MSG-51] a message that cannot be rendered does not break the others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { region } = await openChat([aMessage(1, 1)]);
  await region().findByText('message 1');
  await chatServer.emit('newMessage', { ...aMessage(1, 2), reactions: [null as never] });
  await chatServer.emit('newMessage', aMessage(1, 3));
  expect(await region().findByText('message 3')).toBeDefined();
  expect(region().getByText('This message cannot be shown')).toBeDefined();
  expect(region().getByText('message 1')).toBeDefined();
  expect(logged).toHaveBeenCalled();
});

test('[MSG-53] an empty chat offers to wave', async () => {
  const { person } = await openChat([], { [`${messages}?limit=15`]: page([]) });
  await person.click(await screen.findByRole('button', { name: 'Wave' }));
  expect(await within(await screen.findByRole('region', { name: 'Messages' })).findByText('👋')).toBeDefined();
});
