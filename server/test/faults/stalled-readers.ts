import { sendMessage } from '@chat-app/contract';
import { vi } from 'vitest';
import { createHttpClient } from '../http-client.ts';
import { follow } from './follower.ts';
import type { Environment } from './environment.ts';
import { startFaultyProxy } from './faulty-proxy.ts';

/** The maximum size of a message: the operating system buffers some megabytes for each reader. */
const content = '語'.repeat(10_000);
const maxMessages = 3000;
const senders = 4;

/**
 * Some devices stop reading while many events are emitted. They are disconnected, and the others must not be affected.
 */
export async function stallReaders({ converge, users, urls: [url] }: Environment, count: number) {
  const { ann, bob, cem, aGroup } = users;
  const chatId = await aGroup();
  const metric = async (name: string) => {
    const { text } = await createHttpClient(url).send('GET', '/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const connected = () => metric('chat_app_sockets');
  const memory = () => metric('process_resident_memory_bytes');
  const proxy = await startFaultyProxy(url);
  const healthy = [bob, cem].map((person) => follow(url, person, chatId));
  const stalled = Array.from({ length: count }, () => follow(proxy.url, cem, chatId));
  const everybody = [...healthy, ...stalled];
  await vi.waitUntil(() => everybody.every(({ shown }) => shown.length > 0), { timeout: 20_000 });

  const memoryBefore = await memory();
  proxy.stall();
  let sent = 0;
  let highest = memoryBefore;
  while ((await connected()) > healthy.length && sent < maxMessages) {
    const sending = Array.from({ length: senders }, () =>
      ann.client.call(sendMessage, { chatId, content, type: 'text' }),
    );
    const answers = await Promise.all(sending);
    sent += answers.filter(({ status }) => status === 201).length;
    highest = Math.max(highest, await memory());
  }
  const letGo = everybody.length - (await connected());
  await converge(healthy, chatId);
  const disturbed = healthy.filter(({ reasons }) => reasons.length > 0).length;

  proxy.cut();
  proxy.resume();
  await converge(stalled, chatId);
  for (const end of [...everybody, proxy]) end.stop();
  return { stalled: count, letGo, disturbed, sent, extraMiB: Math.round((highest - memoryBefore) / 1024 / 1024) };
}
