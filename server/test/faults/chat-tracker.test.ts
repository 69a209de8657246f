import type { MessageId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../as-id.ts';
import { type ChatEvent, inOrder, judgeOrder, type StoredMessage } from './chat-tracker.ts';

const idOf = (seq: number) => asId<MessageId>(`message ${seq}`);
const message = (seq: number): ChatEvent => ({ name: 'message', id: idOf(seq), seq, at: 0 });
const deletion = (seq: number): ChatEvent => ({ name: 'deletion', id: idOf(seq), at: 0 });
const stored = (count: number, ...deleted: number[]): StoredMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    id: idOf(index + 1),
    seq: index + 1,
    isDeleted: deleted.includes(index + 1),
  }));

const none = { ...inOrder, duplicates: 0 };

const rows: [string, ChatEvent[], StoredMessage[], typeof none][] = [
  ['in order', [message(1), message(2), message(3)], stored(3), none],
  ['a repeated one is no inversion', [message(1), message(2), message(1)], stored(2), { ...none, duplicates: 1 }],
  ['overtaken by two', [message(2), message(3), message(1)], stored(3), { ...none, inversions: 1 }],
  ['a gap is lost', [message(1), message(3)], stored(3), { ...none, lost: 1 }],
  ['a head is no message', [{ name: 'head', seq: 2, at: 0 }, message(1)], stored(2), { ...none, lost: 1 }],
  ['deleted after it arrived', [message(1), deletion(1)], stored(1, 1), none],
  ['deleted before it could arrive', [deletion(1)], stored(1, 1), none],
  ['shown after its deletion', [deletion(1), message(1)], stored(1, 1), { ...none, afterDeletion: 1 }],
  [
    'repeated after its deletion',
    [message(1), deletion(1), message(1)],
    stored(1, 1),
    { ...none, afterDeletion: 1, duplicates: 1 },
  ],
  ['a deletion that never arrives', [message(1)], stored(1, 1), { ...none, lostDeletions: 1 }],
];

test('the order in which a device receives the messages of a chat is judged', () => {
  const judged = rows.map(([title, events, messages]) => [title, judgeOrder(events, messages)]);
  expect(judged).toEqual(rows.map(([title, , , expected]) => [title, expected]));
});
