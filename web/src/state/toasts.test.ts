import { authToasts, messageToasts } from '@chat-app/contract';
import { beforeEach, expect, test } from 'vitest';
import { dismissToast, dismissToastsOf, showToast, showToastDuring, useToasts } from './toasts.ts';

const titles = () => useToasts.getState().toasts.map(({ title }) => title);
const info = (title: string) => ({ type: 'info', title, timeoutMs: 3000 }) as const;

/** Work that the test ends. */
function aTask() {
  let resolve = () => {};
  const promise = new Promise<void>((end) => {
    resolve = end;
  });
  return { promise, resolve: () => resolve() };
}

beforeEach(() => useToasts.setState({ toasts: [] }));

test('[UI-15] [UI-20] at most four toasts are stacked; the oldest is removed first', () => {
  for (const title of ['one', 'two', 'three', 'four', 'five']) showToast(info(title));
  expect(titles()).toEqual(['two', 'three', 'four', 'five']);
});

test('[UI-21] a toast can be removed by its id', () => {
  const first = showToast(info('one'));
  showToast(info('two'));
  dismissToast(first);
  expect(titles()).toEqual(['two']);
});

test('[UI-22] a toast with the same text is not stacked twice', () => {
  showToast(authToasts.formInvalid);
  showToast(info('between'));
  showToast(authToasts.formInvalid);
  expect(titles()).toEqual(['between', authToasts.formInvalid.title]);
});

test.each([
  ['done', () => Promise.resolve('url')],
  ['failed', () => Promise.reject(new Error('no'))],
])('[UI-232] the toast of a running task disappears when it is %s', async (_how, end) => {
  const started = aTask();
  const work = showToastDuring(messageToasts.imageUploading, started.promise.then(end));
  expect(titles()).toEqual(['Uploading image']);
  started.resolve();
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
