import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dataOf, listCall } from '../../../test/answers.ts';
import { aGroup, aMessage, aPerson, aRow, asMember, bob, cid, idOf } from '../../../test/chats.ts';
import { passTime } from '../../../test/pass-time.ts';
import * as screens from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me } from '../../../test/stand-in-server.ts';

const dan = aPerson('Dan');
const group = aGroup(1, { name: 'Team', members: [me, bob, cid, dan].map(asMember) });

function openChat() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const members = group.members.map(({ _id }) => _id);
  const rows = dataOf(aRow(1, { name: 'Team', isGroup: true, members }), aRow(2, { name: 'Bob' }));
  return screens.openChat([aMessage(1, 1)], { [listCall]: rows }, group);
}

const headerElement = () => screen.getByRole('heading', { name: 'Team' }).closest('header') as HTMLElement;
const header = () => within(headerElement());
const row = (name: RegExp) => screen.getByRole('link', { name });
const says = (text: string) => waitFor(() => expect(headerElement().textContent).toContain(text));

test('[MSG-472] header and list name who is typing, up to two, in place of the presence', async () => {
  await openChat();
  expect(header().getByText(/members/)).toBeDefined();
  await chatServer.emit('typing', idOf(1), bob.id, true);
  await says('Bob is typing');
  expect(header().queryByText(/members/)).toBeNull();
  expect(row(/^Team/).textContent).toContain('Bob is typing');
  await chatServer.emit('typing', idOf(1), cid.id, true);
  await says('Bob and Cid are typing');
  await chatServer.emit('typing', idOf(1), dan.id, true);
  await says('several people are typing');
  await chatServer.emit('typing', idOf(1), dan.id, false);
  await says('Bob and Cid are typing');
  // A message of that person ends it, one of another does not.
  await chatServer.emit('newMessage', aMessage(1, 2));
  await says('Cid is typing');
  expect(headerElement().textContent).not.toContain('Bob');
});

test('[MSG-472] it ends after six seconds unless it is repeated, and is announced once in a while only', async () => {
  await openChat();
  const announced = () => header().getByRole('status').textContent;
  await chatServer.emit('typing', idOf(2), bob.id, true);
  expect(row(/^Bob/).textContent).toContain('Bob is typing');
  passTime(4_000);
  await chatServer.emit('typing', idOf(2), bob.id, true);
  passTime(4_000);
  expect(row(/^Bob/).textContent).toContain('Bob is typing');
  passTime(2_100);
  expect(row(/^Bob/).textContent).toContain('hello');

  await chatServer.emit('typing', idOf(1), bob.id, true);
  await waitFor(() => expect(announced()).toBe('Bob is typing'));
  for (const isTyping of [false, true]) await chatServer.emit('typing', idOf(1), bob.id, isTyping);
  expect(announced()).toBe('');
  await chatServer.emit('typing', idOf(1), bob.id, false);
  passTime(30_000);
  await chatServer.emit('typing', idOf(1), bob.id, true);
  await waitFor(() => expect(announced()).toBe('Bob is typing'));
});

const said = () => chatServer.heard.filter(([name]) => name === 'typing').map((event) => event.slice(1));

test('[MSG-471] the page says at most once in three seconds that the user is typing, and when that ends', async () => {
  const { person } = await openChat();
  const field = screen.getByRole('textbox', { name: 'Message' });
  await person.type(field, 'Hello');
  expect(said()).toEqual([[idOf(1), true]]);
  passTime(3_000);
  await person.type(field, ' there');
  expect(said()).toHaveLength(2);
  await person.clear(field);
  expect(said().at(-1)).toEqual([idOf(1), false]);
  passTime(3_000);
  // Sending says nothing more, and another chat ends it.
  await person.type(field, 'Hello{Enter}');
  passTime(3_000);
  await person.type(field, 'And');
  await person.click(row(/^Bob/));
  await waitFor(() => expect(said()).toHaveLength(6));
  expect(said().map(([, isTyping]) => isTyping)).toEqual([true, true, false, true, true, false]);
});
