import { sendMessage } from '@chat-app/contract';
import { vi } from 'vitest';
import { createHttpClient } from '../http-client.ts';
import { follow } from './follower.ts';
import type { Ground } from './ground.ts';
import { openLine } from './line.ts';

/** The maximum size of a message: the operating system buffers some megabytes for each reader. */
const content = '語'.repeat(10_000);
const mostMessages = 3000;
const senders = 4;

/**
 * Some devices stop reading while many events are emitted. They are disconnected, and the others must not be affected.
 */
export async function stallReaders({ converge, scene, urls: [url] }: Ground, count: number) {
  const { ann, bob, cem, aGroup } = scene;
  const chatId = await aGroup();
  const metric = async (name: string) => {
    const { text } = await createHttpClient(url).send('GET', '/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const connected = () => metric('chat_app_sockets');
  const memory = () => metric('process_resident_memory_bytes');
  const line = await openLine(url);
  const healthy = [bob, cem].map((person) => follow(url, person, chatId));
  const stalled = Array.from({ length: count }, () => follow(line.url, cem, chatId));
  const everybody = [...healthy, ...stalled];
  await vi.waitUntil(() => everybody.every(({ shown }) => shown.length > 0), { timeout: 20_000 });

  const memoryBefore = await memory();
  line.stall();
  let sent = 0;
  let highest = memoryBefore;
  while ((await connected()) > healthy.length && sent < mostMessages) {
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

  line.cut();
  line.resume();
  await converge(stalled, chatId);
  for (const end of [...everybody, line]) end.stop();
  return { stalled: count, letGo, disturbed, sent, extraMiB: Math.round((highest - memoryBefore) / 1024 / 1024) };
}
