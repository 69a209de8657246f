import { authToasts } from '@chat-app/contract';
import { beforeEach, expect, test } from 'vitest';
import { dismissToast, showToast, useToasts } from './toasts.ts';

const titles = () => useToasts.getState().toasts.map(({ title }) => title);
const info = (title: string) => ({ type: 'info', title, timeoutMs: 3000 }) as const;

beforeEach(() => useToasts.setState({ toasts: [] }));

test('[UI-20] at most four toasts are stacked; the oldest goes first', () => {
  for (const title of ['one', 'two', 'three', 'four', 'five']) showToast(info(title));
  expect(titles()).toEqual(['two', 'three', 'four', 'five']);
});

test('[UI-21] a toast can be removed by its id', () => {
  const first = showToast(info('one'));
  showToast(info('two'));
  dismissToast(first);
  expect(titles()).toEqual(['two']);
});

test('[UI-22] the same words are not stacked twice', () => {
  showToast(authToasts.formInvalid);
  showToast(info('between'));
  showToast(authToasts.formInvalid);
  expect(titles()).toEqual(['between', authToasts.formInvalid.title]);
});
