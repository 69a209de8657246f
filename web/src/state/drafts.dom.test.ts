import type { ChatId, UserId } from '@chat-app/contract';
import { renderHook, act } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
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
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function open() {
  stop = followDrafts(ann);
  return renderHook(() => useDraftText(chat)).result;
}

/** Writes like another tab; the event arrives later than the write. */
const anotherTabWrites = (text: string) => writeDraft(ann, chat, text);
const hear = () => {
  const event = new StorageEvent('storage', { key, storageArea: localStorage });
  act(() => void window.dispatchEvent(event));
};

test('[MSG-204] a draft written in another tab is shown', () => {
  const text = open();
  anotherTabWrites('from there');
  hear();
  expect(text.current).toBe('from there');
});

const aSend = (draftText: string): SendRecord => ({
  chatId: chat,
  draftText,
  messages: [
    {
      clientId: asId(`id of ${draftText}`),
      userId: ann,
      chatId: chat,
      order: 1,
      type: 'text',
      content: draftText,
      createdAt: '2026-03-01T10:00:00.000Z',
    },
  ],
});

test('[MSG-204] sending keeps text that was typed in another tab since', () => {
  const text = open();
  act(() => setDraftText(chat, 'hello'));
  anotherTabWrites('hello and more');
  act(() => beginSend(aSend('hello')));
  expect(text.current).toBe('hello and more');
  expect(readDraft(ann, chat)).toBe('hello and more');
  act(() => beginSend(aSend('hello and more')));
  expect(text.current).toBe('');
  expect(readDraft(ann, chat)).toBeNull();
});

test('[MSG-202] a sent text is removed from the draft and recorded until it is in the outbox', () => {
  const text = open();
  act(() => setDraftText(chat, 'hello'));
  act(() => beginSend(aSend('hello')));
  act(() => setDraftText(chat, 'next'));
  expect(text.current).toBe('next');
  stop();
  open();
  expect(recoverSends()).toEqual([aSend('hello')]);
  act(() => endSend(aSend('hello')));
  expect(recoverSends()).toEqual([]);
  expect(readDraft(ann, chat)).toBe('next');
});

test('[MSG-202] a tab that closed before it cleared the draft does not duplicate the text', () => {
  open();
  act(() => setDraftText(chat, 'hello'));
  act(() => beginSend(aSend('hello')));
  stop();
  writeDraft(ann, chat, 'hello');
  const text = open();
  act(() => void recoverSends());
  expect(text.current).toBe('');
});

describe('[MSG-206] when the storage is full', () => {
  /** Makes every further write fail; stored values stay. */
  function fillStorage() {
    const real = localStorage;
    const full = {
      getItem: (name: string) => real.getItem(name),
      removeItem: (name: string) => real.removeItem(name),
      clear: () => real.clear(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    vi.stubGlobal('localStorage', full);
  }

  test('an older version of a sent text is not restored', () => {
    const text = open();
    act(() => setDraftText(chat, 'hel'));
    fillStorage();
    act(() => setDraftText(chat, 'hello'));
    const send = aSend('hello');
    act(() => beginSend(send));
    expect(text.current).toBe('');
    act(() => endSend(send));
    expect([text.current, readDraft(ann, chat)]).toEqual(['', null]);
  });

  test('the stored draft stays until the sent message is in the outbox', () => {
    const text = open();
    act(() => setDraftText(chat, 'hello'));
    fillStorage();
    const send = aSend('hello');
    act(() => beginSend(send));
    expect([text.current, readDraft(ann, chat)]).toEqual(['', 'hello']);
    act(() => endSend(send));
    expect(readDraft(ann, chat)).toBeNull();
  });
});

test('[MSG-73] drafts of another user and of a closed chat are removed', () => {
  writeDraft(bob, chat, 'of bob');
  const text = open();
  expect(text.current).toBe('');
  expect(readDraft(bob, chat)).toBeNull();
  act(() => setDraftText(chat, 'hello'));
  act(() => discardDraftsOfChat(chat));
  expect(readDraft(ann, chat)).toBeNull();
});
