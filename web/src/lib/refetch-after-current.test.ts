import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchAfterCurrent } from './refetch-after-current.ts';

/** An active query whose responses the test resolves one by one. */
function watched() {
  const client = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryKey = ['what'];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => {});
  return { client, queryKey, answers, stop, shown: () => client.getQueryData(queryKey) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('[RT-9] a response that may be outdated is followed by one request for all callers, and nothing is cancelled', async () => {
  const { client, queryKey, answers, shown, stop } = watched();
  const asking = Promise.all(Array.from({ length: 20 }, () => refetchAfterCurrent(client, queryKey)));
  answers[0]?.('first');
  await settled();
  expect(answers).toHaveLength(2);
  const more = refetchAfterCurrent(client, queryKey);
  answers[1]?.('second');
  await asking;
  await settled();
  expect(shown()).toBe('second');
  answers[2]?.('third');
  await more;
  expect([shown(), answers.length]).toEqual(['third', 3]);
  stop();
});
