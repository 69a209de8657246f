import { expect, test } from 'vitest';
import { aMessage } from '../../test/chats.ts';
import { me } from '../../test/stand-in-server.ts';
import {
  applyArrived,
  applyChanges,
  beginLog,
  extendWindow,
  isFar,
  joinLogs,
  mergeMessages,
  openWindow,
  prependPage,
  shownPart,
  withoutMessage,
} from './message-log.ts';
import type { MessageLog } from './message-log.ts';

const seqs = (log: MessageLog | null) => log?.messages.map(({ seq }) => seq);
const pageOf = (...places: number[]) => places.map((seq) => aMessage(1, seq));
const logOf = (...places: number[]) => beginLog(pageOf(...places), { hasOlder: true, head: 0 });
const idAt = (seq: number) => aMessage(1, seq)._id;
/** The state of a message that got this rev by an edit. */
const edited = (seq: number, rev: number) => ({ ...aMessage(1, seq), rev, content: `edited ${rev}` });
const deleted = (seq: number, rev: number) => ({ deleted: { _id: idAt(seq), seq, rev } });
const changesOf = (...changes: Parameters<typeof applyChanges>[1]['changes']) => ({ changes, rev: 0, upTo: 0 });

test('[CHT-9] [CHT-10] pages are merged in chat order, without duplicates or gaps', () => {
  const merged = mergeMessages([aMessage(1, 5), aMessage(1, 3)], [aMessage(1, 4), aMessage(1, 3)]);
  expect(merged.map(({ seq }) => seq)).toEqual([3, 4, 5]);
  const far = logOf(40, 41);
  expect(applyArrived(far, aMessage(1, 3))).toBe(far);
  // What arrived during the request for a new log.
  expect(seqs(joinLogs(logOf(1, 2, 3), logOf(1, 2)))).toEqual([1, 2, 3]);
  expect(seqs(joinLogs(logOf(9), logOf(1, 2)))).toEqual([1, 2]);
  const log = prependPage(logOf(4, 5), pageOf(3, 2), false);
  expect({ seqs: seqs(log), hasOlder: log.hasOlder }).toEqual({ seqs: [2, 3, 4, 5], hasOlder: false });
});

test('[MSG-400] of two states of a message the newer one is shown, in whatever order they arrive', () => {
  const log = logOf(4, 5);
  const newer = applyArrived(log, edited(5, 8));
  expect(newer?.messages.at(-1)?.content).toBe('edited 8');
  expect(newer && applyArrived(newer, edited(5, 7))).toBe(newer);
  const changed = newer && applyChanges(newer, changesOf({ message: edited(5, 6) }, { message: edited(4, 9) }));
  expect(changed?.messages.map(({ content }) => content)).toEqual(['edited 9', 'edited 8']);
  const prepended = newer && prependPage(newer, [aMessage(1, 5), aMessage(1, 3)], false);
  expect(prepended?.messages.at(-1)?.content).toBe('edited 8');
});

test('[MSG-400] the rev of a log advances without gaps, so that a change that did not arrive is asked for', () => {
  const log = { ...logOf(4, 5), rev: 7 };
  expect(applyArrived(log, edited(5, 8))?.rev).toBe(8);
  expect(applyArrived(log, edited(5, 9))?.rev).toBe(7);
  expect(applyArrived(log, edited(2, 8))).toEqual({ ...log, rev: 8 });
  expect(withoutMessage(log, idAt(5), 8).rev).toBe(8);
  expect(withoutMessage(log, idAt(5), 9).rev).toBe(7);
  expect(applyArrived({ ...log, rev: 0 }, edited(5, 1))?.rev).toBe(0);
  // An earlier change that arrives late closes the gap before later ones.
  const gap = applyArrived(log, edited(5, 9));
  expect(gap && applyArrived(gap, edited(4, 8))?.rev).toBe(9);
});

test('[MSG-411] replies show what became of their originals, also of those that are not loaded', () => {
  const quote = { _id: idAt(2), seq: 2, sender: null, type: 'text', content: 'message 2', isDeleted: false } as const;
  const log = beginLog([aMessage(1, 4), aMessage(1, 5, { replyTo: quote })], { hasOlder: true, head: 0 });
  const quoteIn = (changed: MessageLog | null) => changed?.messages.at(-1)?.replyTo;
  expect(quoteIn(applyArrived(log, edited(2, 8)))?.content).toBe('edited 8');
  const mentioning = { content: `after <@${me.id}>`, mentions: [{ _id: me.id, name: me.name }] };
  expect(quoteIn(applyArrived(log, { ...edited(2, 8), ...mentioning }))?.content).toBe(`after @${me.name}`);
  expect(quoteIn(applyChanges(log, changesOf({ message: edited(2, 9) })))?.content).toBe('edited 9');
  expect(quoteIn(withoutMessage(log, idAt(2)))).toMatchObject({ content: '', isDeleted: true });
  expect(quoteIn(applyChanges(log, changesOf(deleted(2, 9))))).toMatchObject({ content: '', isDeleted: true });
});

test('[MSG-400] changes of messages before the loaded part are left out', () => {
  const log = logOf(4, 5);
  expect(seqs(applyChanges(log, changesOf({ message: edited(2, 9) })))).toEqual([4, 5]);
  expect(seqs(applyChanges({ ...log, hasOlder: false }, changesOf({ message: edited(2, 9) })))).toEqual([2, 4, 5]);
});

test('[MSG-43] a deleted message stays deleted, even if a later response contains it', () => {
  const left = withoutMessage(logOf(4, 5), idAt(5));
  expect(seqs(left)).toEqual([4]);
  expect(withoutMessage(left, idAt(5))).toBe(left);
  expect(seqs(applyArrived(left, aMessage(1, 5)))).toEqual([4]);
  const later = pageOf(5, 6).map((message) => ({ message }));
  expect(seqs(applyChanges(left, changesOf(...later)))).toEqual([4, 6]);
  expect(seqs(joinLogs(left, logOf(4, 5)))).toEqual([4]);
  expect(seqs(prependPage(withoutMessage(logOf(4, 5), idAt(2)), pageOf(3, 2), false))).toEqual([3, 4, 5]);
});

test('[MSG-521] an edit that arrived while the newest page was loaded is kept', () => {
  const known = applyArrived(logOf(4, 5), edited(5, 6));
  const joined = joinLogs(known ?? undefined, logOf(4, 5));
  expect(joined.messages).toEqual([aMessage(1, 4), edited(5, 6)]);
  // The next comparison with the server asks for what else may have changed.
  expect(joined.rev).toBe(5);
});

const windowOf = (...places: number[]) => openWindow(logOf(500, 501), pageOf(...places), true);
const shown = (log: MessageLog) => shownPart(log).messages.map(({ seq }) => seq);

test('[MSG-531] a part far above follows its changes, but not those of messages that are not loaded', () => {
  const log = windowOf(99, 100, 101);
  const changes = [{ message: edited(100, 510) }, { message: edited(300, 511) }, deleted(99, 512)];
  const changed = applyChanges(log, changesOf(...changes));
  expect(shownPart(changed).messages.map(({ content }) => content)).toEqual(['edited 510', 'message 101']);
  expect(seqs(changed)).toEqual([100, 101, 500, 501]);
  expect(applyArrived(log, aMessage(1, 300))).toMatchObject({ messages: log.messages });
});

test('[MSG-531] newer pages extend it until both parts are one', () => {
  const log = openWindow(logOf(104, 105), pageOf(99, 100), true);
  const longer = extendWindow(log, pageOf(101), true);
  expect([shown(longer), longer.gap]).toEqual([[99, 100, 101], { after: 101, before: 104 }]);
  for (const [page, hasNewer] of [
    [pageOf(102, 103), true],
    // The others were deleted.
    [[], false],
  ] as const) {
    const joined = extendWindow(longer, page, hasNewer);
    expect(joined.gap).toBeNull();
    expect(shown(joined)).toEqual([99, 100, 101, ...page.map(({ seq }) => seq), 104, 105]);
    expect(joined.generation).toBe(longer.generation);
  }
});

test('[MSG-531] a page that follows on from the loaded ones is no part of its own', () => {
  const log = logOf(50, 51);
  const joined = openWindow(log, pageOf(48, 49, 50), true);
  const { gap, generation } = joined;
  expect({ shown: shown(joined), gap, generation }).toEqual({
    shown: [48, 49, 50, 51],
    gap: null,
    generation: log.generation,
  });
  expect(openWindow(log, [], false)).toBe(log);
});

test('[MSG-531] when the last message of a part far above is deleted, the newest ones are shown', () => {
  const log = withoutMessage(withoutMessage(windowOf(99, 100), idAt(99)), idAt(100));
  expect({ shown: shown(log), gap: log.gap }).toEqual({ shown: [500, 501], gap: null });
  // It is one of its own although all newest messages that were loaded are deleted.
  const part = openWindow(withoutMessage(logOf(500), idAt(500)), pageOf(99, 100), true);
  expect({ shown: shown(part), gap: part.gap }).toEqual({ shown: [99, 100], gap: { after: 100, before: 501 } });
});

test('[MSG-531] a message is far if a hundred lie between, or in what is missing', () => {
  const log = logOf(500, 501);
  expect([399, 400, 499].map((seq) => isFar(log, seq))).toEqual([true, false, false]);
  expect([300, 100, 40].map((seq) => isFar(windowOf(100, 101), seq))).toEqual([true, false, false]);
  expect(isFar({ ...log, hasOlder: false }, 1)).toBe(false);
});
