import { limits, mentionToken } from '@chat-app/contract';
import type { ClientId } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changesAnswer, changesCall, chatCall, dataOf, listCall } from '../../../test/answers.ts';
import { aGroup, aMessage, aRow, bob, cid, idOf, myMessage } from '../../../test/chats.ts';
import { hold } from '../../../test/hold.ts';
import { type Answers, messageField, openChat } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { me } from '../../../test/stand-in-server.ts';

const mentionOfBob = { _id: bob.id, name: bob.name };

interface Sent {
  content: string;
  clientId: ClientId;
}

async function openGroup(answers: Answers = {}, messages = [aMessage(1, 1)]) {
  chatServer.answer = ([name, sent]) => {
    if (name !== 'sendMessage') return { ok: true };
    const { content, clientId } = sent as Sent;
    return { ok: true, message: myMessage(1, 2, { content, clientId, mentions: [mentionOfBob] }) };
  };
  const app = await openChat(messages, { [changesCall(1, 2)]: changesAnswer(2), ...answers }, aGroup(1));
  await screen.findAllByRole('article');
  return { ...app, field: messageField() };
}

const sentContents = () =>
  chatServer.heard.filter(([name]) => name === 'sendMessage').map(([, sent]) => (sent as Sent).content);
const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.getByRole('option', { selected: true });

test('[MSG-455] an @ opens the list of members, which typing filters and the keyboard picks from', async () => {
  const { person, field } = await openGroup();
  await person.type(field, 'Hi @');
  expect(optionNames()).toEqual(['Bob', 'Cid', 'allNotify everybody here']);
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Mention' }).id);
  expect(field.getAttribute('aria-activedescendant')).toBe(active().id);
  await person.keyboard('{ArrowDown}');
  expect(active().textContent).toBe('Cid');
  await person.keyboard('{ArrowUp}{ArrowUp}');
  expect(active().textContent).toContain('all');
  await person.keyboard('B');
  expect(optionNames()).toEqual(['Bob']);
  expect(active().textContent).toBe('Bob');
  // Picking needs the editing commands of a browser.
  await person.keyboard('ob');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field.hasAttribute('aria-activedescendant')).toBe(false);
  await person.keyboard(' there{Enter}');
  await waitFor(() => expect(sentContents()).toEqual([`Hi ${mentionToken(bob.id)} there`]));
  const chip = await screen.findByText('Bob', { selector: 'article span > bdi' });
  expect(chip.parentElement?.textContent).toBe('@Bob');

  // Escape closes it until the next @.
  for (const [keys, names] of [
    ['@{Escape}', []],
    ['c', []],
    [' @c', ['Cid']],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await person.keyboard(keys);
    expect([keys, optionNames()]).toEqual([keys, names]);
  }
  expect(document.activeElement).toBe(field);
});

test('[MSG-456] a mention is kept by the draft and by changes around it, and its length is that of what is sent', async () => {
  const { person, field } = await openGroup();
  await person.type(field, '@Bob and @Cid!');
  expect(localStorage.getItem(`chat-app.draft.${me.id}.${idOf(1)}`)).toBe('@Bob and @Cid!');
  await person.type(field, 'Well, ', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await person.keyboard('{Enter}');
  await waitFor(() => expect(sentContents()).toEqual([`Well, ${mentionToken(bob.id)} and ${mentionToken(cid.id)}!`]));
  await person.paste(`@Bob ${'x'.repeat(limits.messageMaxLength - 20)}`);
  expect(screen.getByText(/Too long by/)).toBeDefined();
});

test('[MSG-456] a draft with a mention cannot be sent before the members of the chat are known', async () => {
  localStorage.setItem(`chat-app.draft.${me.id}.${idOf(1)}`, '@Bob');
  const { held, release } = hold();
  const opening = openGroup({ [chatCall(1)]: () => held.then(() => ({ body: { data: aGroup(1) } })) });
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send' });
  expect(messageField().value).toBe('@Bob');
  expect(send.disabled).toBe(true);
  release();
  const { person } = await opening;
  await waitFor(() => expect(send.disabled).toBe(false));
  await person.click(send);
  await waitFor(() => expect(sentContents()).toEqual([mentionToken(bob.id)]));
});

test('[MSG-456] editing shows names, and saves ids, also of those who have left', async () => {
  const left = idOf<typeof bob.id>(77);
  const content = `${mentionToken(bob.id)} and ${mentionToken(left)}`;
  const mentions = [mentionOfBob, { _id: left, name: 'Dora' }];
  const own = myMessage(1, 1, { content, mentions });
  const saved = 'PUT /api/messages/edit';
  const { person, field, server } = await openGroup({ [saved]: { body: { message: { ...own, rev: 2 } } } }, [own]);
  await person.click(field);
  await person.keyboard('{ArrowUp}');
  await waitFor(() => expect(field.value).toBe('@Bob and @Dora'));
  expect(screen.getAllByText('@Bob and @Dora').length).toBeGreaterThan(1);
  await person.type(field, '!{Enter}');
  await waitFor(() => expect(server.bodyOf(saved)).toEqual({ messageId: own._id, content: `${content}!` }));
});

test('[MSG-457] a message shows names; one’s own stands out, and what is no mention stays text', async () => {
  const content = `${mentionToken(me.id)} ${mentionToken(bob.id)} ${mentionToken('all')}`;
  const mentions = [{ _id: me.id, name: me.name }, mentionOfBob];
  await openGroup({}, [aMessage(1, 1, { content, mentions })]);
  const article = within(screen.getByRole('article'));
  expect(article.getByText(me.name).parentElement?.className).toContain('accent-fill)');
  expect(article.getByText('Bob', { selector: 'span > bdi' }).parentElement?.className).toContain('accent-soft)');
  expect(screen.getByRole('article').textContent).toContain('<@all>');
});

test('[MSG-458] the chat list marks a chat in which one is mentioned, also a muted one', async () => {
  const rows = [aRow(2, { read: false, isMuted: true, hasMention: true, mentionSeqs: [1] }), aRow(1)];
  await openGroup({ [listCall]: dataOf(...rows) });
  expect(screen.getByRole('link', { name: /Chat 2.*you are mentioned/ })).toBeDefined();
  expect(document.title).toBe('(1) Chat App');
  await chatServer.emit('chatRead', idOf(2), 1);
  await waitFor(() => expect(screen.queryByRole('link', { name: /you are mentioned/ })).toBeNull());
  const mentions = [{ _id: 'all' as const, name: 'all' }];
  await chatServer.emit('newMessage', aMessage(2, 2, { content: mentionToken('all'), mentions }));
  expect(await screen.findByRole('link', { name: /Chat 2.*@all.*you are mentioned/ })).toBeDefined();
});
