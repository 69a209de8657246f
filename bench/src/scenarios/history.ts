import { type ChatId, getMessages, toRequest } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { createChat, createUsers } from '../users.ts';
import { type HttpConnection, openHttpConnection } from '../http-connection.ts';
import { summarise } from '../measure.ts';
import { cpuMsOf } from '../processes.ts';
import { runScenario } from '../scenario.ts';

const chatCount = 10;
const messagesPerChat = 100_000;
const connectionCount = 8;
const seconds = 10;

/** Pages of 15 from conversations of 100,000 messages, 1,000,000 in all. */
await runScenario('history', async ({ program, sql }) => {
  const [reader, other] = await createUsers(sql, 2);
  if (!reader || !other) throw new Error('nobody is there');
  const chatIds: ChatId[] = [];
  for (let index = 0; index < chatCount; index += 1) {
    const chatId = await createChat(sql, [reader, other]);
    chatIds.push(chatId);
    await sql`
      insert into messages (id, chat_id, seq, author_id, type, content)
      select gen_random_uuid(), ${chatId}, n, ${other.id}, 'text', 'Message number ' || n
      from generate_series(1, ${messagesPerChat}) as n`;
    await sql`update chats set last_seq = ${messagesPerChat} where id = ${chatId}`;
  }
  await sql`vacuum analyze`;

  const newest = (chatId: ChatId) => toRequest(getMessages, { chatId }).url;
  const deep = (chatId: ChatId) =>
    toRequest(getMessages, { chatId, before: 1 + Math.ceil(Math.random() * messagesPerChat) }).url;
  const open = await Promise.all(
    Array.from({ length: connectionCount }, () => openHttpConnection(program.url, reader.cookie)),
  );
  const results = {
    newestPage: await readPages(open, program.pid, () => newest(pick(chatIds))),
    anyPage: await readPages(open, program.pid, () => deep(pick(chatIds))),
  };
  open.forEach((connection) => connection.close());
  return results;
});

function pick(ids: readonly ChatId[]): ChatId {
  return ids[Math.floor(Math.random() * ids.length)] as ChatId;
}

async function readPages(open: readonly HttpConnection[], pid: number, nextUrl: () => string) {
  const times: number[] = [];
  const cpuBefore = await cpuMsOf(pid);
  const endsAt = performance.now() + seconds * 1000;
  await Promise.all(
    open.map(async (connection) => {
      while (performance.now() < endsAt) {
        const startedAt = performance.now();
        await connection.get(nextUrl());
        times.push(performance.now() - startedAt);
      }
    }),
  );
  const cpuMs = (await cpuMsOf(pid)) - cpuBefore;
  return {
    pagesPerSecond: Math.round(times.length / seconds),
    latency: summarise(times),
    cpuMsPer1000Pages: Math.round((cpuMs * 1000) / times.length),
  };
}
