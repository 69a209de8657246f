// @vitest-environment happy-dom
import { renderHook, act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { readRecord, writeRecord } from '../lib/draft-records.ts';
import { clearDraftText, followDrafts, forgetDraftsOfChat, setDraftText, useDraftText } from './drafts.ts';

const key = 'chat-app.draft.ann.chat';
let stop = () => {};
afterEach(() => {
  stop();
  localStorage.clear();
});

function open() {
  stop = followDrafts('ann');
  return renderHook(() => useDraftText('chat')).result;
}

/** Writes as another tab does; the event comes later than the write. */
const anotherTabWrites = (text: string) => writeRecord('ann', 'chat', { text });
const hear = () => {
  const event = new StorageEvent('storage', { key, storageArea: localStorage });
  act(() => void window.dispatchEvent(event));
};

test('[MSG-73] a draft is read again, also one that an earlier version kept', () => {
  localStorage.setItem(key, 'half a thought');
  const text = open();
  expect(text.current).toBe('half a thought');
  act(() => setDraftText('chat', '{"text":1}'));
  stop();
  expect(open().current).toBe('{"text":1}');
});

test('[MSG-204] what another tab writes is shown', () => {
  const text = open();
  anotherTabWrites('from there');
  hear();
  expect(text.current).toBe('from there');
});

test('[MSG-204] sending leaves what another tab has typed since', () => {
  const text = open();
  act(() => setDraftText('chat', 'hello'));
  anotherTabWrites('hello and more');
  act(() => clearDraftText('chat', 'hello'));
  expect(text.current).toBe('hello and more');
  expect(readRecord('ann', 'chat')).toEqual({ text: 'hello and more' });
  act(() => clearDraftText('chat', 'hello and more'));
  expect(text.current).toBe('');
  expect(readRecord('ann', 'chat')).toBeNull();
});

test('[MSG-73] drafts of somebody else and of a chat that is gone are removed', () => {
  writeRecord('bob', 'chat', { text: 'of bob' });
  const text = open();
  expect(text.current).toBe('');
  expect(readRecord('bob', 'chat')).toBeNull();
  act(() => setDraftText('chat', 'hello'));
  act(() => forgetDraftsOfChat('chat'));
  expect(readRecord('ann', 'chat')).toBeNull();
});
