import type { ChatId, ClientId } from '@chat-app/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { changesAnswer, changesCall, dataOf, emptyChat, listCall, newestCall, pageOf } from '../../../test/answers.ts';
import { asId } from '../../../test/as-id.ts';
import { aMessage, aRow, aSystemMessage, bob, idOf, myMessage } from '../../../test/chats.ts';
import { answerQuestion, messageField, openChat, region, textsOf } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal } from '../../../test/stand-in-server.ts';
import { addOutgoing, changeOutgoing } from '../../outbox/outgoing.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';

const pending = {
  clientId: asId<ClientId>('one'),
  chatId: idOf<ChatId>(1),
  type: 'text',
  content: 'on its way',
  createdAt: '2026-03-01T12:00:09.000Z',
  phase: 'sending',
  progress: null,
} as const;

/** Shows an outgoing message, once the outbox was read after the connect: what it does not contain is removed. */
async function showOutgoing(message: OutgoingMessage) {
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  act(() => addOutgoing(message));
}

test('[MSG-42] [UI-56] messages of others are announced, the same text twice; own messages are not', async () => {
  await openChat([aMessage(1, 1)]);
  await chatServer.emit('newMessage', aMessage(1, 2, { content: 'hello' }));
  const first = await screen.findByText('Bob: hello');
  await chatServer.emit('newMessage', aMessage(1, 3, { content: 'hello' }));
  await waitFor(() => expect(screen.getByText('Bob: hello')).not.toBe(first));
  expect(first.isConnected).toBe(false);
  await chatServer.emit('newMessage', aMessage(1, 4, { content: '**hello** ||there||' }));
  expect(await screen.findByText('Bob: hello [Spoiler]')).toBeDefined();
  await chatServer.emit('newMessage', myMessage(1, 5, { content: 'hello back' }));
  await waitFor(() => expect(screen.queryByText(/: hello/)).toBeNull());
});

test('[MSG-43] an own message is deleted after confirmation, unless the server refuses', async () => {
  const deletion = `DELETE /api/messages/delete/${myMessage(1, 2)._id}`;
  const { server, person } = await openChat([aMessage(1, 1), myMessage(1, 2)]);
  server.answer(deletion, refusal(403, 'forbidden', 'Not yours to delete'));
  const buttons = await region().findAllByRole('button', { name: /^Delete message/ });
  expect(buttons).toHaveLength(1);
  const remove = async () => {
    await person.click(buttons[0] as HTMLElement);
    const before = server.timesAsked(deletion);
    await answerQuestion(person, 'Delete');
    await waitFor(() => expect(server.timesAsked(deletion)).toBe(before + 1));
  };
  await remove();
  expect(await screen.findByText('Not yours to delete')).toBeDefined();
  await waitFor(() => expect(region().getByText('message 2')).toBeDefined());

  server.answer(deletion, {});
  const listCalls = server.timesAsked(listCall);
  await remove();
  expect(await screen.findByText('Your message has been deleted')).toBeDefined();
  await waitFor(() => expect(region().queryByText('message 2')).toBeNull());
  await waitFor(() => expect(server.timesAsked(listCall)).toBe(listCalls + 1));
  await chatServer.emit('deleteMessage', myMessage(1, 2)._id, idOf(1), 3);
  expect(region().getByText('message 1')).toBeDefined();
});

test('[MSG-43] [MSG-51] a message deleted by another user disappears; one that cannot be rendered breaks no others', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { server } = await openChat([aMessage(1, 1), aMessage(1, 2)]);
  await region().findByText('message 2');
  await waitFor(() => expect(server.asked).toContain(changesCall(1, 2)));
  const pages = () => server.asked.filter((call) => call.startsWith('GET /api/messages/get/'));
  const before = pages();
  await chatServer.emit('deleteMessage', aMessage(1, 2)._id, idOf(1), 3);
  await waitFor(() => expect(region().queryByText('message 2')).toBeNull());
  await chatServer.emit('newMessage', aMessage(1, 3));
  expect(await region().findByText('message 3')).toBeDefined();
  expect(pages()).toEqual(before);
  expect(logged).not.toHaveBeenCalled();

  await chatServer.emit('newMessage', { ...aMessage(1, 4), reactions: [null as never] });
  await chatServer.emit('newMessage', aMessage(1, 5));
  expect(await region().findByText('message 5')).toBeDefined();
  expect(region().getByText('This message cannot be shown')).toBeDefined();
  expect(region().getByText('message 1')).toBeDefined();
  expect(logged).toHaveBeenCalled();
});

test('[MSG-43] [MSG-242] [MSG-261] the menu of a message says when it was sent, and returns the focus', async () => {
  const upload = `/api/uploads/${idOf(9)}`;
  const { person } = await openChat([
    aMessage(1, 1),
    aMessage(1, 2, { type: 'image', content: `${upload}.webp` }),
    aMessage(1, 3, { type: 'file', content: 'plan.pdf', size: 5, url: upload }),
    myMessage(1, 4),
  ]);
  const field = messageField();
  act(() => field.focus());
  fireEvent.contextMenu(await region().findByText('message 1'));
  await screen.findByRole('menuitem', { name: 'Copy text' });
  expect(document.activeElement).not.toBe(field);
  await person.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(field));

  const hold = async (seq: number) => {
    const bubble = region().getAllByRole('article')[seq - 1]?.querySelector('.touch-pan-y');
    fireEvent.pointerDown(bubble as HTMLElement, { pointerType: 'touch', isPrimary: true });
    return screen.findByRole('menu');
  };
  const copy = expect.stringMatching(/^(?:Copy|Open)/);
  const actions = ['Reply', copy, 'Forward', 'Pin', 'Copy message link', 'Select', 'Report'];
  for (const seq of [1, 2, 3]) {
    const menu = await hold(seq);
    expect(menu.querySelector('time')?.dateTime).toBe(aMessage(1, seq).createdAt);
    expect(menu.querySelector('time')?.textContent).toMatch(/^\S.*, \d+:\d\d/);
    const items = within(menu).getAllByRole('menuitem');
    expect(textsOf(items)).toEqual(['👍', '❤️', '😂', '😮', '😢', '🎉', '', ...actions]);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
  await person.click(within(await hold(4)).getByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete this message?' })).toBeDefined();
});

test('[MSG-421] [MSG-520] a reaction that the server refuses is undone, with a toast', async () => {
  const reactions = [{ emoji: '👍', count: 1, isMine: false, userIds: [bob.id] }];
  const { person } = await openChat([aMessage(1, 1, { reactions })], {
    'PUT /api/messages/react': refusal(403, 'forbidden', 'Not here'),
  });
  const chip = () => region().findByRole('button', { name: '👍 1: Bob' });
  await person.click(await chip());
  expect(await screen.findByText('Reaction failed')).toBeDefined();
  expect((await chip()).getAttribute('aria-pressed')).toBe('false');
});

test('[MSG-44] [MSG-522] [RT-7] what was deleted or cleared while disconnected is removed after the reconnect', async () => {
  const { server } = await openChat([aMessage(1, 1), aMessage(1, 2), aMessage(1, 3)]);
  await region().findByText('message 2');
  const deleted = { _id: aMessage(1, 2)._id, seq: 2, rev: 5 };
  server.answer(changesCall(1, 3), changesAnswer(5, aMessage(1, 4), { deleted }));
  await chatServer.emit('chatHeads', { [idOf(1)]: 4 });
  expect(await region().findByText('message 4')).toBeDefined();
  expect(region().queryByText('message 2')).toBeNull();

  const { body } = changesAnswer(6, aMessage(1, 5));
  server.answer(changesCall(1, 5), { body: { ...body, hiddenUpTo: 4 } });
  server.answer(newestCall(1), pageOf([aMessage(1, 5)]));
  await chatServer.emit('chatHeads', { [idOf(1)]: 5 });
  // Another list replaces the one of before.
  await waitFor(() => region().getByText('message 5'));
  expect(region().queryByText('message 4')).toBeNull();
});

test('[MSG-44] after more than a thousand missed messages the newest page is loaded instead', async () => {
  const { server } = await openChat([aMessage(1, 1), aMessage(1, 2)]);
  await region().findByText('message 2');
  await waitFor(() => expect(server.asked).toContain(changesCall(1, 2)));
  // The page compares the new seq with the row of the chat.
  await screen.findByRole('link', { name: /Chat 1/ });
  const late = aMessage(1, 5, { seq: 1_200, content: 'much later' });
  server.answer(newestCall(1), pageOf([late]));
  server.answer(listCall, dataOf(aRow(1, { lastSeq: 1_200 })));
  await chatServer.emit('newMessage', late);
  await waitFor(() => region().getByText('much later'));
  expect(region().queryByText('message 2')).toBeNull();
  expect(server.timesAsked(changesCall(1, 2))).toBe(1);
});

test('[MSG-45] a chat whose newest message was deleted is still marked as read', async () => {
  const { person } = await openChat([aMessage(1, 1), aMessage(1, 2)], {
    [listCall]: dataOf(aRow(1, { lastSeq: 3, read: false }), aRow(2)),
    ...emptyChat(2),
    [changesCall(1, 2)]: changesAnswer(4),
  });
  await waitFor(() => expect(chatServer.heard).toContainEqual(['chatRead', idOf(1), 3]));
  await person.click(screen.getByRole('link', { name: /Chat 2/ }));
  await screen.findByText('No messages yet');
  expect(screen.queryByText('Unread')).toBeNull();
});

test('[MSG-47] [MSG-241] the first link of a text is shown with a preview of its page, if it has one', async () => {
  const preview = (page: string) => `GET /api/tools/link-preview?url=https%3A%2F%2F${page}.example%2F`;
  const image = { url: '/api/tools/image-proxy?url=x' };
  const ferries = { title: 'Ferries', description: 'All of them', image, screenshot: null };
  const texts = ['https://a.example/ and https://b.example', 'https://silent.example/', 'https://refused.example/'];
  const { server } = await openChat(
    texts.map((content, index) => aMessage(1, index + 1, { content })),
    {
      [preview('a')]: { body: { data: ferries } },
      [preview('silent')]: { body: { data: null } },
      [preview('refused')]: refusal(400, 'invalid', 'This address is not allowed'),
    },
  );
  const card = await region().findByRole('link', { name: /Ferries/ });
  expect(card.textContent).toBe('FerriesAll of thema.example');
  expect(card.querySelector('img')?.getAttribute('src')).toBe(image.url);
  expect(card.getAttribute('rel')).toBe('noopener noreferrer');
  const links = () => textsOf(region().getAllByRole('link'));
  const addresses = ['https://a.example/', 'https://b.example', 'https://silent.example/', 'https://refused.example/'];
  await waitFor(() => expect(links()).toEqual(addresses.toSpliced(2, 0, card.textContent)));
  expect(server.asked.filter((call) => call.includes('link-preview')).toSorted()).toEqual(
    ['a', 'refused', 'silent'].map(preview),
  );
});

test('[MSG-48] [MSG-476] an outgoing message has a clock and no preview, and keeps its bubble when it arrives', async () => {
  const { server } = await openChat([aMessage(1, 1)]);
  const content = 'look https://a.example';
  await showOutgoing({ ...pending, content });
  const bubble = await region().findByText(/^look/);
  expect(region().getByText('Sending')).toBeDefined();
  expect(server.asked.some((call) => call.includes('link-preview'))).toBe(false);
  await chatServer.emit('newMessage', myMessage(1, 2, { clientId: pending.clientId, content }));
  await waitFor(() => expect(region().queryByText('Sending')).toBeNull());
  expect(region().getAllByText(/^look/)).toEqual([bubble]);
});

test('[MSG-48] a failed message shows the reason, an upload its progress; both can be given up', async () => {
  const { person } = await openChat([aMessage(1, 1)]);
  await showOutgoing({ ...pending, phase: 'failed', reason: 'You are no longer in this chat' });
  expect(await region().findByText('You are no longer in this chat')).toBeDefined();
  expect(region().getByRole('button', { name: 'Retry' })).toBeDefined();
  await person.click(region().getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(region().queryByText('on its way')).toBeNull());

  act(() => addOutgoing({ ...pending, type: 'file', content: 'notes.txt', size: 2_097_152, progress: 0 }));
  act(() => changeOutgoing(asId('one'), (message) => [{ ...message, progress: 0.42 }]));
  expect(await region().findByText('42%')).toBeDefined();
  expect(region().getByText('2.00 MB')).toBeDefined();
  await person.click(region().getByRole('button', { name: 'Cancel upload' }));
  await waitFor(() => expect(region().queryByText('notes.txt')).toBeNull());
});

test('[MSG-49] [MSG-240] an image reserves its space, opens enlarged, and returns the focus', async () => {
  const image = aMessage(1, 1, { type: 'image', content: '/api/uploads/a.webp', width: 400, height: 400 });
  const { person } = await openChat([image]);
  const opener = await region().findByRole('button', { name: 'Open image from Bob' });
  expect(opener.style.width).toBe('200px');
  await person.click(opener);
  const large = within(await screen.findByRole('dialog', { name: 'Image from Bob' }));
  expect(large.getByRole('img').getAttribute('src')).toBe('/api/uploads/a.webp');
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(opener);
});

test('[MSG-49] [MSG-50] images and files are shown and linked by addresses of our own only', async () => {
  const name = 'a-report-with-a-very-long-name.pdf';
  await openChat([
    aMessage(1, 1, { type: 'image', content: 'https://example.org/a.png' }),
    aMessage(1, 2, { type: 'image', content: 'data:image/svg+xml,<svg/>' }),
    aMessage(1, 3, { type: 'file', content: name, size: 3_450_000, url: '/api/uploads/f' }),
    aMessage(1, 4, { type: 'file', content: 'evil.txt', size: 1, url: 'https://evil.example/f' }),
    aMessage(1, 5, { type: 'fileTransfer', content: 'movie.mkv', size: 1_048_576, status: 'completed' }),
    aMessage(1, 6, { type: 'fileTransfer', content: 'other.mkv', size: 1_048_576, status: 'cancelled' }),
    aMessage(1, 7, { type: 'image', content: '/api/uploads/../auth/logout' }),
  ]);
  const opener = await region().findByRole('button', { name: 'Open image from Bob' });
  const img = opener.querySelector('img') as HTMLImageElement;
  expect(img.getAttribute('src')).toBe('/api/tools/image-proxy?url=https%3A%2F%2Fexample.org%2Fa.png');
  fireEvent.error(img);
  expect(region().getAllByText('Image from Bob cannot be shown')).toHaveLength(3);

  const links = region().getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Downloada-report-with-a-ve…ame.pdf3.29 MB', '/api/uploads/f'],
  ]);
  expect(region().getByText('completed').className).toContain('text-success');
  expect(region().getByText('cancelled').className).toContain('text-danger');
});

test('[MSG-53] an empty chat offers to wave', async () => {
  const { person } = await openChat([]);
  await person.click(await screen.findByRole('button', { name: 'Wave' }));
  await waitFor(() => expect(region().getByText('👋')).toBeDefined());
});

test('[CALL-407] messages about calls show their kind and offer to call back; names that look like them do not', async () => {
  const rows = [
    ['Voice call ended, 5 min', 'lucide-phone'],
    ['Missed video call', 'lucide-video'],
    ['Video call ended, 1 h 2 min', 'lucide-video'],
    ['Ann added Bob started a video call', null],
    ['Ann changed the chat name to Missed video call', null],
  ] as const;
  await openChat(rows.map(([text], index) => aSystemMessage(1, index + 1, text)));
  await chatServer.emit('getOnlineUsers', [bob.id]);
  expect(await screen.findAllByRole('button', { name: 'Call back' })).toHaveLength(3);
  const iconOf = (text: string) => screen.getByText(text).closest('p')?.querySelector('svg')?.classList;
  expect(rows.filter(([text, icon]) => (icon ? !iconOf(text)?.contains(icon) : iconOf(text) !== undefined))).toEqual(
    [],
  );
});
