import type { ChatListItem, Message, UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { aMessage, aSystemMessage, aRow, idOf } from '../../test/chats.ts';
import { me } from '../../test/stand-in-server.ts';
import { setBlockedIds } from '../state/blocked-users.ts';
import {
  applyArchived,
  applyEdit,
  applyMessage as applyMessageFor,
  applyPins,
  applyRead,
  archivedChats,
  countUnread,
  findBehind,
  isNewMention,
  isPartlyRead,
  listedChats,
  mergeFetched,
  sortRows,
} from './chat-list.ts';

const rows = [aRow(3), aRow(2), aRow(1)];
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
const applyMessage = (list: readonly ChatListItem[], message: Message) => applyMessageFor(list, message, me.id);
const mine = { sender: { _id: idOf<UserId>(9), name: 'Me', avatar: '', isMine: true } };

test('[CHT-2] the newest activity is on top; equal times have a stable order', () => {
  const twins = [aRow(1, { lastTime: aRow(2).lastTime }), aRow(2), aRow(3)];
  expect(names(sortRows(twins))).toEqual(['Chat 3', 'Chat 2', 'Chat 1']);
  expect(names(sortRows(twins.toReversed()))).toEqual(['Chat 3', 'Chat 2', 'Chat 1']);
});

test('[CHT-3] a new message moves the read position or leaves it; a known one, or one of an unknown chat, changes nothing', () => {
  const outcomes = [
    [aMessage(1, 2, mine), { isMyMessage: true, read: true }],
    // Whether it counts, only the server knows.
    [aSystemMessage(1, 2, 'Bob left'), { isMyMessage: false, read: true }],
    [aMessage(1, 2), { isMyMessage: false, read: false }],
  ] as const;
  expect(outcomes.map(([message]) => applyMessage(rows, message)[0])).toMatchObject(outcomes.map(([, row]) => row));
  expect([aMessage(1, 1), aMessage(7, 1)].filter((message) => applyMessage(rows, message) !== rows)).toEqual([]);
});

test('[CHT-200] each message of others increments the count, up to 100; reading to the end resets it', () => {
  const at = (unreadCount: number) => [aRow(1, { read: unreadCount === 0, unreadCount })];
  const after = (list: readonly ChatListItem[]) => list[0]?.unreadCount;
  const messages = [aMessage(1, 2), aMessage(1, 2, mine), aSystemMessage(1, 2, 'Bob left')];
  expect(messages.map((message) => after(applyMessage(at(3), message)))).toEqual([4, 3, 3]);
  expect(after(applyMessage(at(100), aMessage(1, 2)))).toBe(100);
  expect([1, 0].map((seq) => after(applyRead(at(3), idOf(1), seq)))).toEqual([0, 3]);
  const partly = [isPartlyRead(at(3), idOf(1), 0), isPartlyRead(at(3), idOf(1), 1), isPartlyRead(at(0), idOf(1), 0)];
  expect(partly).toEqual([true, false, false]);
});

test('[CHT-240] a row from an older release, without a count, counts from the next message if it was read', () => {
  const after = (read: boolean) => {
    const { unreadCount: _, ...row } = aRow(1, { read });
    return applyMessage([row], aMessage(1, 2))[0];
  };
  expect(after(true)).toMatchObject({ read: false, unreadCount: 1 });
  expect(after(false)).toMatchObject({ read: false, unreadCount: undefined });
});

test('[CHT-4] unread chats are counted, except the open one', () => {
  const list = [aRow(1, { read: false }), aRow(2), aRow(3, { read: false })];
  expect([countUnread(list, null, me), countUnread(list, idOf(3), me)]).toEqual([2, 1]);
});

const mentionOfMe = { mentions: [{ _id: me.id, name: me.name }] };

test('[MSG-452] mentions are collected until they are read, edited away or answered by the server', () => {
  const first = applyMessage([aRow(1)], aMessage(1, 2, mentionOfMe));
  expect(first).toMatchObject([{ hasMention: true, mentionSeqs: [2] }]);
  const everybody = { mentions: [{ _id: 'all' as const, name: 'all' }] };
  const second = applyMessage(applyMessage(first, aMessage(1, 3)), aMessage(1, 4, everybody));
  expect(second[0]?.mentionSeqs).toEqual([2, 4]);
  expect(applyRead(second, idOf(1), 3)[0]?.mentionSeqs).toEqual([4]);
  expect(applyRead(second, idOf(1), 4)[0]).not.toHaveProperty('hasMention');
  expect(applyEdit(second, aMessage(1, 2), me.id)[0]?.mentionSeqs).toEqual([4]);
  expect(applyEdit(first, aMessage(1, 2), me.id)[0]).not.toHaveProperty('hasMention');
  expect(mergeFetched([aRow(1)], second, () => -1)[0]?.mentionSeqs).toEqual([2, 4]);
  expect(mergeFetched(second, [aRow(1, { lastSeq: 4 })], () => 4)[0]).not.toHaveProperty('hasMention');
});

test('[FRD-305] mentions by somebody whom one has blocked do not count', () => {
  const { sender } = aMessage(1, 2);
  setBlockedIds(sender ? [sender._id] : []);
  const message = aMessage(1, 2, mentionOfMe);
  expect(applyMessage([aRow(1)], message)[0]).not.toHaveProperty('hasMention');
  expect(isNewMention([aRow(1, { read: false })], message, me.id)).toBe(false);
});

test('[MSG-451] [MSG-452] only mentions of me by others count, and an edit with one in an unread chat is looked up', () => {
  const others = { mentions: [{ _id: idOf<UserId>(9), name: 'Me' }] };
  for (const fields of [others, { ...mentionOfMe, ...mine }]) {
    expect(applyMessage([aRow(1)], aMessage(1, 2, fields))[0]).not.toHaveProperty('hasMention');
  }
  const list = [aRow(1, { read: false }), aRow(2)];
  const edits = [aMessage(1, 1, mentionOfMe), aMessage(1, 1), aMessage(2, 1, mentionOfMe)];
  expect(edits.map((edit) => isNewMention(list, edit, me.id))).toEqual([true, false, false]);
});

test('[CHT-5] a response that is older than a message or a read mark keeps it, but updates the name', () => {
  const known = applyMessage(rows, aMessage(1, 2, { content: 'newer' }));
  const merged = mergeFetched(rows, known, () => -1);
  expect(merged[0]).toMatchObject({ name: 'Chat 1', lastMessage: 'newer', read: false, unreadCount: 1 });
  const fetched = [aRow(1, { read: false, unreadCount: 7, lastSeq: 4, name: 'Renamed' })];
  expect(mergeFetched(fetched, [aRow(1, { lastSeq: 4 })], () => 4)).toEqual([aRow(1, { lastSeq: 4, name: 'Renamed' })]);
  expect(mergeFetched(fetched, [], () => 3)).toEqual(fetched);
});

test('[RT-7] finds chats with missed messages, and unknown chats, by their last seq', () => {
  const heads = { [idOf(1)]: 1, [idOf(2)]: 3, [idOf(8)]: 0 };
  expect(findBehind(heads, rows)).toEqual([idOf(2), idOf(8)]);
});

const ids = (list: readonly ChatListItem[]) => list.map(({ _id }) => Number(_id.slice(-12)));

test('[CHT-457] a new list of pins replaces the former one, and takes chats out of the archive', () => {
  const list = [aRow(3, { pinOrder: 1 }), aRow(2), aRow(1, { isArchived: true })];
  const after = applyPins(list, [idOf(1), idOf(9), idOf(2)]);
  expect(ids(after)).toEqual([1, 2, 3]);
  expect(after.map(({ pinOrder }) => pinOrder)).toEqual([1, 3, undefined]);
  expect(after.some((row) => 'isArchived' in row)).toBe(false);
});

test('[CHT-457] an archived chat leaves the archive with its next message, also one after the response, unless it is muted', () => {
  const archived = [aRow(2, { isArchived: true }), aRow(1, { isArchived: true, isMuted: true })];
  const after = applyMessage(applyMessage(archived, aMessage(2, 2)), aMessage(1, 2));
  expect([ids(listedChats(after)), ids(archivedChats(after))]).toEqual([[2], [1]]);
  const known = [aRow(2, { lastSeq: 2 }), aRow(1, { lastSeq: 2, isMuted: true })];
  expect(ids(archivedChats(mergeFetched(archived, known, () => 0)))).toEqual([1]);
});

test('[CHT-457] a chat that was archived before its last message is not in the archive', () => {
  const list = [aRow(2, { lastSeq: 5, pinOrder: 1 }), aRow(1, { lastSeq: 5, isMuted: true })];
  expect(applyArchived(list, idOf(2), 4)).toEqual(list);
  expect(ids(archivedChats(applyArchived(list, idOf(1), 4)))).toEqual([1]);
  const archived = applyArchived(list, idOf(2), 5);
  expect(archived.find(({ _id }) => _id === idOf(2))).not.toHaveProperty('pinOrder');
  expect(ids(archivedChats(archived))).toEqual([2]);
  expect(archivedChats(applyArchived(archived, idOf(2), null))).toEqual([]);
});

test('[MSG-454] [CHT-458] muted and archived chats count while they mention me, unless that is turned off', () => {
  const quiet = [{ isMuted: true }, { isArchived: true }];
  for (const fields of quiet.map((each) => ({ ...each, read: false }))) {
    const list = [aRow(1, fields), aRow(2, { ...fields, hasMention: true }), aRow(3, { read: false })];
    expect(countUnread(list, null, { mentionsBreakMute: true })).toBe(2);
    expect(countUnread(list, null, { mentionsBreakMute: false })).toBe(1);
  }
});
