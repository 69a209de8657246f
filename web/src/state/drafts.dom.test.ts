import type { ChatId, UserId } from '@chat-app/contract';
import { renderHook, act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { readDraft, writeDraft } from './draft-records.ts';
import type { SendRecord } from './draft-records.ts';
import {
  beginSend,
  endSend,
  followDrafts,
  discardDraftsOfChat,
  recoverSends,
  setDraftText,
  useDraftText,
} from './drafts.ts';

const [ann, bob, chat] = [asId<UserId>('ann'), asId<UserId>('bob'), asId<ChatId>('chat')];
const key = 'chat-app.draft.ann.chat';
let stop = () => {};
afterEach(() => stop());

function open() {
  stop = followDrafts(ann);
  return renderHook(() => useDraftText(chat)).result;
}

/** Writes like another tab; the event arrives later than the write. */
const anotherTabWrites = (text: string) => writeDraft(ann, chat, text);
const hear = () =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage })));
const type = (text: string) => act(() => setDraftText(chat, text));
const shownAndStored = (text: { current: string }) => [text.current, readDraft(ann, chat)];

test('[MSG-204] a draft written in another tab is shown', () => {
  const text = open();
  anotherTabWrites('from there');
  hear();
  expect(text.current).toBe('from there');
});

const aMessage = { userId: ann, chatId: chat, order: 1, type: 'text', createdAt: '2026-03-01T10:00:00.000Z' } as const;
const aSend = (draftText: string): SendRecord => ({
  chatId: chat,
  draftText,
  messages: [{ ...aMessage, clientId: asId(`id of ${draftText}`), content: draftText }],
});

test('[MSG-204] sending keeps text that was typed in another tab since', () => {
  const text = open();
  type('hello');
  anotherTabWrites('hello and more');
  act(() => beginSend(aSend('hello')));
  expect(shownAndStored(text)).toEqual(['hello and more', 'hello and more']);
  act(() => beginSend(aSend('hello and more')));
  expect(shownAndStored(text)).toEqual(['', null]);
});

test('[MSG-202] a sent text is removed from the draft and recorded until it is in the outbox', () => {
  const text = open();
  type('hello');
  act(() => beginSend(aSend('hello')));
  type('next');
  expect(text.current).toBe('next');
  stop();
  open();
  expect(recoverSends()).toEqual([aSend('hello')]);
  act(() => endSend(aSend('hello')));
  expect([recoverSends(), readDraft(ann, chat)]).toEqual([[], 'next']);
});

test('[MSG-202] a tab that closed before it cleared the draft does not duplicate the text', () => {
  open();
  type('hello');
  act(() => beginSend(aSend('hello')));
  stop();
  writeDraft(ann, chat, 'hello');
  const text = open();
  act(() => void recoverSends());
  expect(text.current).toBe('');
});

test.each([
  ['an older version of a sent text is not restored', 'hel'],
  ['the stored draft stays until the sent message is in the outbox', 'hello'],
])('[MSG-206] when the storage is full, %s', (_what, stored) => {
  const text = open();
  type(stored);
  // Every further write fails; stored values stay.
  const [getItem, removeItem] = [localStorage.getItem.bind(localStorage), localStorage.removeItem.bind(localStorage)];
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem, removeItem, setItem });
  if (stored !== 'hello') type('hello');
  const send = aSend('hello');
  act(() => beginSend(send));
  expect(shownAndStored(text)).toEqual(['', stored]);
  act(() => endSend(send));
  expect(shownAndStored(text)).toEqual(['', null]);
});

test('[MSG-73] drafts of another user and of a closed chat are removed', () => {
  writeDraft(bob, chat, 'of bob');
  expect([open().current, readDraft(bob, chat)]).toEqual(['', null]);
  type('hello');
  act(() => discardDraftsOfChat(chat));
  expect(readDraft(ann, chat)).toBeNull();
});
