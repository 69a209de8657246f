import type { ChatMember, ClientId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { aMessage, aSystemMessage, cid, idOf } from '../../../test/chats.ts';
import { me } from '../../../test/stand-in-server.ts';
import { beginLog, prependPage, withoutMessage } from '../../api/message-log.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { layOutMessages } from './layout-messages.ts';
import type { ListRow } from './layout-messages.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 2, day, hour, minute).toISOString();
const mine = { _id: me.id, name: me.name, avatar: me.avatar, isMine: true };
const cids = { _id: cid.id, name: cid.name, avatar: cid.avatar, isMine: false };
const nowMs = new Date(2026, 2, 2, 12).getTime();
const logOf = (...messages: ReturnType<typeof aMessage>[]) => beginLog(messages, { hasOlder: false, head: 0 });
const layOut = (log = logOf(), outgoing: OutgoingMessage[] = [], members: ChatMember[] = []) =>
  layOutMessages({ log, outgoing, members, me, nowMs });
const positions = (rows: ListRow[]) => rows.map((row) => (row.kind === 'message' ? row.position : 'blank'));

const pending = (clientId: ClientId): OutgoingMessage => ({
  clientId,
  chatId: idOf(1),
  type: 'text',
  content: 'on its way',
  createdAt: at(1, 23, 1),
  phase: 'sending',
  progress: null,
});

test('[UI-41] each day has a label above its first message', () => {
  const rows = layOut(
    logOf(
      aMessage(1, 1, { createdAt: new Date(2025, 11, 31, 12).toISOString() }),
      aMessage(1, 2, { createdAt: at(-1, 12) }),
      aMessage(1, 3, { createdAt: at(1, 9) }),
      aMessage(1, 4, { createdAt: at(1, 23) }),
      aMessage(1, 5, { createdAt: at(2, 1) }),
    ),
  );
  const days = ['Wednesday, December 31, 2025', 'Friday, February 27', 'Yesterday', null, 'Today'];
  expect(rows.map((row) => row.kind === 'message' && row.day)).toEqual(days);
});

test('[CHT-220] a message shows the current name of its sender; a former member keeps the loaded one', () => {
  const renamed = { _id: cid.id, name: 'Cecil', avatar: '/api/uploads/cecil.webp' };
  const log = logOf(aMessage(1, 1, { sender: cids }), aMessage(1, 2));
  const senders = layOut(log, [], [renamed]).map((row) => row.kind === 'message' && row.sender);
  expect(senders).toEqual([{ ...renamed, isMine: false }, log.messages[1]?.sender]);
});

test('[MSG-244] [CALL-407] an ended call, of whatever kind, shows only its end; a running call its start', () => {
  const started = ['Ann started a voice call', 'Ann started a video call'];
  const texts = ['Video call ended, 5 min', 'Ann added Bob started a voice call', 'Missed voice call', ...started];
  const log = logOf(...[started[0] ?? '', ...texts].map((text, index) => aSystemMessage(1, index + 1, text)));
  const shown = layOut(log).map((row) => (row.kind === 'message' ? row.message.content : 'blank'));
  expect(shown).toEqual(['blank', ...texts]);
});

test('[MSG-41] consecutive messages of one sender form a group with a start, middles and an end', () => {
  const said = [1, 2, 3, 4].map((seq) => aMessage(1, seq, { createdAt: at(1, 9, seq) }));
  expect(positions(layOut(logOf(...said)))).toEqual(['start', 'middle', 'middle', 'end']);
  expect(positions(layOut(logOf(...said.slice(0, 2))))).toEqual(['start', 'end']);
  expect(positions(layOut(logOf(...said.slice(0, 1))))).toEqual(['alone']);
});

test('[MSG-41] another sender, a system message, a new day or a pause of more than five minutes ends a group', () => {
  const first = aMessage(1, 1, { createdAt: at(1, 23, 50) });
  const rows = [
    [aMessage(1, 2, { createdAt: at(1, 23, 51), sender: cids }), 'alone'],
    [{ ...aSystemMessage(1, 2, 'Bob changed the chat name'), createdAt: at(1, 23, 51) }, 'alone'],
    [aMessage(1, 2, { createdAt: at(1, 23, 56) }), 'alone'],
    [aMessage(1, 2, { createdAt: at(1, 23, 55) }), 'start'],
  ] as const;
  expect(rows.filter(([next, position]) => positions(layOut(logOf(first, next)))[0] !== position)).toEqual([]);
  const night = logOf(aMessage(1, 1, { createdAt: at(1, 23, 59) }), aMessage(1, 2, { createdAt: at(2, 0, 1) }));
  expect(positions(layOut(night))).toEqual(['alone', 'alone']);
});

test('[MSG-48] outgoing messages come last, in one group with the previous message', () => {
  const said = aMessage(1, 1, { sender: mine, createdAt: at(1, 23) });
  const rows = layOut(logOf(said), [pending(asId('one')), pending(asId('two'))]);
  expect(rows.map((row) => row.kind === 'message' && row.outgoing?.clientId)).toEqual([undefined, 'one', 'two']);
  expect(positions(rows)).toEqual(['start', 'middle', 'end']);
});

test('[MSG-48] a message keeps its row when it arrives, and is never shown twice', () => {
  const before = layOut(logOf(), [pending(asId('one'))]);
  const arrived = logOf(aMessage(1, 1, { sender: mine, clientId: asId('one') }));
  const both = layOut(arrived, [pending(asId('one'))]);
  expect(both.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  expect(layOut(arrived).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  // The client id of another user is no key.
  const theirs = aMessage(1, 1, { clientId: asId('one') });
  expect(layOut(logOf(theirs), [pending(asId('two'))]).map(({ key }) => key)).toEqual([theirs._id, 'mine-two']);
});

test('[MSG-43] a deleted message leaves an empty row, so that the other rows keep their index', () => {
  const log = logOf(aMessage(1, 1), aMessage(1, 2), aMessage(1, 3));
  const rows = layOut(withoutMessage(log, aMessage(1, 2)._id), [pending(asId('one')), pending(asId('two'))]);
  expect(rows.map(({ kind }) => kind)).toEqual(['message', 'blank', 'message', 'message', 'message']);
  expect(rows.slice(3).map(({ key }) => key)).toEqual(['mine-one', 'mine-two']);
});

test('[MSG-40] the oldest row stays hidden until the page above is loaded, so that no row changes', () => {
  const below = [3, 4].map((seq) => aMessage(1, seq, { createdAt: at(1, 9, seq) }));
  const above = [1, 2].map((seq) => aMessage(1, seq, { createdAt: at(1, 9, seq) }));
  const first = beginLog(below, { hasOlder: true, head: 0 });
  const before = layOut(first);
  expect(before.map(({ key }) => key)).toEqual([aMessage(1, 4)._id]);
  const after = layOut(prependPage(first, above, false));
  expect(after.slice(-1)).toEqual(before);
  expect(after).toHaveLength(4);
});

test.each([
  ['a deleted message', aMessage(1, 3)],
  ['the start of an ended call', aSystemMessage(1, 3, 'Ann started a voice call')],
])('[MSG-260] no row is inserted between others when the oldest that is loaded is %s', (_what, oldest) => {
  const page = [oldest, aSystemMessage(1, 4, 'Missed voice call'), aMessage(1, 5)];
  const first = beginLog(page, { hasOlder: true, head: 0 });
  const log = oldest.type === 'system' ? first : withoutMessage(first, oldest._id);
  const before = layOut(log);
  const after = layOut(prependPage(log, [aMessage(1, 1), aMessage(1, 2)], false));
  expect(before.map(({ key }) => key)).toEqual([aMessage(1, 5)._id]);
  expect(after.map(({ key }) => key).slice(-3)).toEqual(['blank-3', aMessage(1, 4)._id, aMessage(1, 5)._id]);
});
