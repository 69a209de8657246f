import { getMessages, toRequest } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { openHttpConnection } from '../http-connection.ts';
import { summarise } from '../measure.ts';
import { watchCpu } from '../processes.ts';
import { type ScenarioContext, sized } from '../scenario.ts';
import { type BenchUser, createChat, createUsers } from '../users.ts';

const messageCount = sized(100_000, 2_000);
const readerCounts = [1, 8];
const warmUpSeconds = sized(2, 0.2);
const seconds = sized(10, 1);

/** The newest page of a long chat, read again and again by one user and by several at once. */
export async function measureHistory({ program, sql }: ScenarioContext) {
  const users = await createUsers(sql, Math.max(...readerCounts) + 1);
  const author = users.at(-1) as BenchUser;
  const chatId = await createChat(sql, users);
  await sql`
    insert into messages (id, chat_id, seq, author_id, type, content)
    select gen_random_uuid(), ${chatId}, n, ${author.id}, 'text', 'Message number ' || n
    from generate_series(1, ${messageCount}::int) as n`;
  await sql`update chats set last_seq = ${messageCount} where id = ${chatId}`;
  await sql`vacuum analyze`;

  const { url } = toRequest(getMessages, { chatId });
  const results = [];
  for (const people of readerCounts) {
    const readers = await Promise.all(
      users.slice(0, people).map(({ cookie }) => openHttpConnection(program.url, cookie)),
    );
    const readFor = async (duration: number) => {
      const times: number[] = [];
      const endsAt = performance.now() + duration * 1000;
      const read = async (get: (path: string) => Promise<unknown>) => {
        while (performance.now() < endsAt) {
          const startedAt = performance.now();
          await get(url);
          times.push(performance.now() - startedAt);
        }
      };
      await Promise.all(readers.map(({ get }) => read(get)));
      return times;
    };
    await readFor(warmUpSeconds);
    const readCpu = await watchCpu(program.pid);
    const times = await readFor(seconds);
    const { cpuMs, percentOfOneCore } = await readCpu();
    readers.forEach((reader) => reader.close());
    results.push({
      people,
      pagesPerSecond: Math.round(times.length / seconds),
      latency: summarise(times),
      cpuMsPer1000Pages: Math.round((cpuMs * 1000) / times.length),
      cpuPercentOfOneCore: percentOfOneCore,
    });
  }
  return results;
}
