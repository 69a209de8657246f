import type { Message } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { dataOf, emptyChat, listCall } from '../../../test/answers.ts';
import { aRow, idOf, myMessage } from '../../../test/chats.ts';
import { goToChat, openChat } from '../../../test/screens.ts';
import { passTime } from '../../../test/pass-time.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';

const save = 'PUT /api/chats/draft';
const at = (seconds: number) => new Date(Date.UTC(2099, 0, 1, 0, 0, seconds)).toISOString();
/** Saves everything. */
const saveAll = (body: unknown) => {
  const { content, at: time } = body as { content: string; at: string };
  return { body: { draft: { content, at: time } } };
};
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

async function openDraft(draft: { content: string; at: string } | null = null, messages: readonly Message[] = []) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server } = await openChat(messages, {
    [listCall]: dataOf(aRow(1, { draft }), aRow(2, { draft: null })),
    ...emptyChat(2),
    [save]: saveAll,
  });
  return { server, person: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }) };
}

test('[MSG-491] a draft is saved after a pause in typing, not before, and removed when it is sent', async () => {
  const { server, person } = await openDraft();
  await person.type(await field(), 'written in one go{Enter}');
  passTime(20_000);
  await waitFor(async () => expect((await field()).value).toBe(''));
  expect(server.timesAsked(save)).toBe(0);

  await person.type(await field(), 'half a thought');
  expect(server.timesAsked(save)).toBe(0);
  passTime(2_000);
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ chatId: idOf(1), content: 'half a thought' }));
  const { at: savedAt } = server.bodyOf(save) as { at: string };
  await person.keyboard('{Enter}');
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ chatId: idOf(1), content: '' }));
  expect((server.bodyOf(save) as { at: string }).at > savedAt).toBe(true);
  expect(server.timesAsked(save)).toBe(2);
});

test('[MSG-73] [MSG-491] a draft is saved when one leaves the chat or the page is hidden, and is there again', async () => {
  const { server, person } = await openDraft();
  await person.type(await field(), 'one');
  await goToChat(person, 2);
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ chatId: idOf(1), content: 'one' }));
  await person.type(await field(), 'two');
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(server.bodyOf(save)).toMatchObject({ chatId: idOf(2), content: 'two' }));
  await goToChat(person, 1);
  await waitFor(async () => expect((await field()).value).toBe('one'));
});

test('[MSG-491] the draft of another device is in the list and in the field', async () => {
  await openDraft({ content: 'from the phone', at: at(1) });
  await waitFor(async () => expect((await field()).value).toBe('from the phone'));
  await chatServer.emit('chatDraft', idOf(2), 'to somebody else', at(1));
  expect(await screen.findByText('to somebody else')).toBeDefined();
  await chatServer.emit('chatDraft', idOf(1), 'more from the phone', at(2));
  expect((await field()).value).toBe('more from the phone');
  // Late.
  await chatServer.emit('chatDraft', idOf(1), 'from the phone', at(1));
  expect((await field()).value).toBe('more from the phone');
  await chatServer.emit('chatDraft', idOf(1), '', at(3));
  expect((await field()).value).toBe('');
});

test('[MSG-491] a field that is being typed in keeps its text, and shows the other one after a pause', async () => {
  const { server, person } = await openDraft();
  await person.type(await field(), 'mine');
  passTime(2_000);
  await waitFor(() => expect(server.timesAsked(save)).toBe(1));
  await chatServer.emit('chatDraft', idOf(1), 'from the phone', at(1));
  expect((await field()).value).toBe('mine');
  passTime(5_000);
  await waitFor(async () => expect((await field()).value).toBe('from the phone'));
});

test('[MSG-491] a draft that could not be saved is saved when the connection returns, and wins if it is later', async () => {
  const { server, person } = await openDraft();
  server.answer(save, 'network down');
  await person.type(await field(), 'offline');
  passTime(2_000);
  await waitFor(() => expect(server.timesAsked(save)).toBe(1));
  server.answer(save, saveAll);
  await chatServer.cut();
  passTime(1_500);
  await waitFor(() => expect(server.timesAsked(save)).toBe(2));
  expect(server.bodyOf(save)).toMatchObject({ content: 'offline' });
  expect((await field()).value).toBe('offline');
});

test('[MSG-491] an edit is not saved as a draft', async () => {
  const { server, person } = await openDraft(null, [myMessage(1, 1)]);
  await screen.findByText('message 1');
  await person.click(await field());
  await person.keyboard('{ArrowUp}');
  expect((await field()).value).toBe('message 1');
  await person.keyboard(' changed');
  passTime(20_000);
  expect(server.timesAsked(save)).toBe(0);
});
