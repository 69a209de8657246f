import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createChat, createUsers } from '../users.ts';
import { watchMainThread } from '../main-thread.ts';
import { round2 } from '../measure.ts';
import { runScenario } from '../scenario.ts';
import { joinChunks, openBrowser } from '../transfer-browsers.ts';

const megabyte = 1024 * 1024;
/** Alternating, so that other load on the machine affects both variants. */
const rounds = 8;
const rateBytes = 25 * megabyte;
const memoryBytes = 1024 * megabyte;
const wideChunkBytes = 64 * 1024;

/** Files from browser to browser on this machine: throughput of our chunk size and a larger one, memory, long tasks. */
await runScenario('transfer', async ({ program, sql }) => {
  const [from, to] = await createUsers(sql, 2);
  if (!from || !to) throw new Error('nobody is there');
  await sql`
    insert into friendships (id, requester_id, recipient_id, accepted_at)
    values (${randomUUID()}, ${from.id}, ${to.id}, now())`;
  const path = `/chat/${await createChat(sql, [from, to])}`;
  const receiver = await openBrowser(program.url, to);
  const sender = await openBrowser(program.url, from);
  const files = await mkdtemp(join(tmpdir(), 'chat-app-bench-files-'));
  const loadBefore = loadavg()[0] ?? 0;
  try {
    const rates: { ours: number[]; wide: number[] } = { ours: [], wide: [] };
    const parts = { sender: sender.page, receiver: receiver.page, path };
    // First, because the memory of a page has already grown after an earlier transfer.
    const big = await emptyFile(join(files, 'memory.bin'), memoryBytes);
    const large = await transfer({ ...parts, file: big, chunkBytes: null, memory: receiver.memory });
    const file = await emptyFile(join(files, 'rate.bin'), rateBytes);
    for (let round = 0; round < rounds; round += 1) {
      rates.ours.push((await transfer({ ...parts, file, chunkBytes: null })).megabytesPerSecond);
      rates.wide.push((await transfer({ ...parts, file, chunkBytes: wideChunkBytes })).megabytesPerSecond);
    }
    const watched = await transfer({ ...parts, file, chunkBytes: null, isWatched: true });
    return {
      loadBefore: round2(loadBefore),
      loadAfter: round2(loadavg()[0] ?? 0),
      megabytesPerSecond: { chunksOf8KiB: rates.ours, chunksOf64KiB: rates.wide },
      rateAgainst64KiB: round2(sum(rates.ours) / sum(rates.wide)),
      longestTaskOver25MiB: watched.longestTask,
      over1GiB: large,
    };
  } finally {
    // A browser that fails to close must not hide an earlier error.
    await Promise.allSettled([sender.close(), receiver.close()]);
    await rm(files, { recursive: true, force: true });
  }
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function emptyFile(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'w');
  await file.truncate(bytes);
  await file.close();
  return path;
}

interface TransferParts {
  sender: Page;
  receiver: Page;
  path: string;
  file: string;
  /** Null: the product's own chunk size. */
  chunkBytes: number | null;
  memory?: () => Promise<number>;
  /** Tracing the main threads costs throughput. */
  isWatched?: boolean;
}

/** New pages for each transfer, so that nothing of the previous one counts. */
async function transfer({ sender, receiver, path, file, chunkBytes, memory, isWatched = false }: TransferParts) {
  await receiver.goto(path);
  await sender.goto(path);
  if (chunkBytes !== null) await sender.evaluate(joinChunks, chunkBytes);
  await sender.getByRole('button', { name: 'Send a file', exact: true }).click();
  await sender.getByRole('menuitem', { name: 'Send directly' }).click();
  await sender.getByLabel('Files to send directly').setInputFiles(file);
  await sender.getByRole('button', { name: 'Send request' }).click();
  const shown = receiver.getByRole('dialog');
  await shown.getByRole('button', { name: 'Accept' }).waitFor();
  const memoryBefore = (await memory?.()) ?? 0;
  const threads = isWatched ? await Promise.all([sender, receiver].map(watchMainThread)) : [];
  await shown.getByRole('button', { name: 'Accept' }).click();
  await shown
    .getByText(/^(Sending|Done)$/)
    .first()
    .waitFor({ timeout: 60_000 });
  const startedAt = performance.now();
  const memoryWatch = watchPeak(memory);
  await shown
    .getByText('Done', { exact: true })
    .first()
    .waitFor({ timeout: 30 * 60_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  const peak = await memoryWatch.stop();
  const [senderTask, receiverTask] = await Promise.all(threads.map((thread) => thread.stop()));
  // The final message ends the transfer for the server; before that the two users cannot start another one.
  await sender.getByRole('dialog').getByText('Done', { exact: true }).first().waitFor();
  const { size } = await stat(file);
  return {
    megabytesPerSecond: round2(size / megabyte / seconds),
    ...(isWatched && { longestTask: { sender: senderTask, receiver: receiverTask } }),
    ...(memory && { receiverMemoryMegabytes: { before: round2(memoryBefore), growth: round2(peak - memoryBefore) } }),
  };
}

function watchPeak(memory: (() => Promise<number>) | undefined) {
  let peak = 0;
  const sample = async () => {
    peak = Math.max(peak, (await memory?.()) ?? 0);
  };
  const timer = setInterval(() => void sample(), 500);
  return {
    stop: async () => {
      clearInterval(timer);
      await sample();
      return peak;
    },
  };
}
