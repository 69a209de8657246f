import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchAfterCurrent } from './refetch-after-current.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('[RT-9] a response that may be outdated is followed by one request for all callers, and nothing is cancelled', async () => {
  const [client, queryKey] = [new QueryClient(), ['what']];
  const answers: ((value: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => {});
  const asking = Promise.all(Array.from({ length: 20 }, () => refetchAfterCurrent(client, queryKey)));
  answers[0]?.('first');
  await settled();
  expect(answers).toHaveLength(2);
  const more = refetchAfterCurrent(client, queryKey);
  answers[1]?.('second');
  await asking;
  await settled();
  expect(client.getQueryData(queryKey)).toBe('second');
  answers[2]?.('third');
  await more;
  expect([client.getQueryData(queryKey), answers.length]).toEqual(['third', 3]);
  stop();
});
