import { createChat, createUsers } from '../users.ts';
import { measureDeliveries, openReceivers } from '../deliveries.ts';
import { openHttpConnection } from '../http-connection.ts';
import { runScenario } from '../scenario.ts';

const pairs = 100;
const rates = [500, 1000, 2000, 'as fast as it goes'] as const;
const seconds = 10;

/** Pairs of users; one of each sends over HTTP, the other receives on a socket. */
await runScenario('one-to-one', async ({ program, sql }) => {
  const users = await createUsers(sql, pairs * 2);
  const writers = await Promise.all(
    Array.from({ length: pairs }, async (_, index) => {
      const members = users.slice(index * 2, index * 2 + 2);
      const connection = await openHttpConnection(program.url, members[0]?.cookie ?? '');
      return { connection, chatId: await createChat(sql, members) };
    }),
  );
  const receivers = await openReceivers(
    program.url,
    users.filter((_, index) => index % 2 === 1),
  );
  const load = { pid: program.pid, writers, receivers, recipients: 1 };
  await measureDeliveries({ ...load, seconds: 3, rate: 500 });
  const results = [];
  for (const rate of rates) results.push(await measureDeliveries({ ...load, seconds, rate }));
  receivers.close();
  writers.forEach(({ connection }) => connection.close());
  return results;
});
