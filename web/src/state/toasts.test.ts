import { authToasts, messageToasts } from '@chat-app/contract';
import { beforeEach, expect, test } from 'vitest';
import { dismissToast, dismissToastsOf, showToast, showToastDuring, useToasts } from './toasts.ts';

const titles = () => useToasts.getState().toasts.map(({ title }) => title);
const info = (title: string) => ({ type: 'info', title, timeoutMs: 3000 }) as const;

beforeEach(() => useToasts.setState({ toasts: [] }));

/** Work that the test ends. */
function aTask() {
  let resolve = () => {};
  const promise = new Promise<void>((end) => (resolve = end));
  return { promise, resolve };
}

test('[UI-15] [UI-20] [UI-21] [UI-22] at most four toasts are stacked, each text once, and one can be removed', () => {
  const ids = ['one', 'two', 'three', 'four', 'five'].map((title) => showToast(info(title)));
  expect(titles()).toEqual(['two', 'three', 'four', 'five']);
  dismissToast(ids[2] ?? 0);
  expect(titles()).toEqual(['two', 'four', 'five']);
  showToast(info('two'));
  expect(titles()).toEqual(['four', 'five', 'two']);
});

test.each([
  ['done', () => Promise.resolve('url')],
  ['failed', () => Promise.reject(new Error('no'))],
])('[UI-232] the toast of a running task disappears when it is %s', async (_how, end) => {
  const { promise, resolve } = aTask();
  const work = showToastDuring(messageToasts.imageUploading, promise.then(end));
  expect(titles()).toEqual(['Uploading image']);
  resolve();
  await Promise.allSettled([work]);
  expect(titles()).toEqual([]);
});

test('[UI-232] of two tasks with the same text, the first to end keeps the toast of the second', async () => {
  const [first, second] = [aTask(), aTask()];
  const works = [first, second].map(({ promise }) => showToastDuring(messageToasts.imageUploading, promise));
  first.resolve();
  await works[0];
  expect(titles()).toEqual(['Uploading image']);
  second.resolve();
  await works[1];
  expect(titles()).toEqual([]);
});

test('[UI-233] leaving a chat or screen dismisses its toasts; toasts of the app stay', () => {
  showToast(messageToasts.deleted);
  showToast(info('New friend request'));
  showToast(authToasts.logoutDone);
  dismissToastsOf('chat');
  expect(titles()).toEqual(['New friend request', 'Logout successful']);
  dismissToastsOf('screen');
  expect(titles()).toEqual(['Logout successful']);
});
