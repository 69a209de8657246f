import { expect, test } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';
import { AppError } from './errors.ts';

test('[SEC-8] at most two jobs run at once, fifty wait, and one more is refused at once', async () => {
  const enqueue = createBoundedQueue({ concurrency: 2, queueLimit: 50 });
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const job = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
  };
  const accepted = Array.from({ length: 52 }, () => enqueue(job));
  await expect(enqueue(job)).rejects.toThrow(AppError);

  for (let done = 0; done < 52; done += 1) {
    while (release.length === 0) await Promise.resolve();
    release.shift()?.();
  }
  await Promise.all(accepted);
  expect(most).toBe(2);
  await expect(enqueue(async () => 'next')).resolves.toBe('next');
});

test('[SEC-8] a job that fails frees its slot', async () => {
  const enqueue = createBoundedQueue({ concurrency: 1, queueLimit: 1 });
  await expect(enqueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(enqueue(async () => 'yes')).resolves.toBe('yes');
});
