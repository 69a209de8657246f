import { createChat, createUsers } from '../users.ts';
import { measureDeliveries, openReceivers } from '../deliveries.ts';
import { openHttpConnection } from '../http-connection.ts';
import { runScenario } from '../scenario.ts';

const rooms = [
  { members: 100, rates: [100, 300, 'as fast as it goes'] },
  { members: 1000, rates: [2, 10, 'as fast as it goes'] },
] as const;
const seconds = 10;
const writersPerRoom = 4;

/** One group whose members are all online; a few of them write. */
await runScenario('fan-out', async ({ program, sql }) => {
  const results = [];
  for (const { members, rates } of rooms) {
    const users = await createUsers(sql, members);
    const chatId = await createChat(sql, users);
    const receivers = await openReceivers(program.url, users);
    const writers = await Promise.all(
      users
        .slice(0, writersPerRoom)
        .map(async ({ cookie }) => ({ chatId, connection: await openHttpConnection(program.url, cookie) })),
    );
    const load = { pid: program.pid, writers, receivers, recipients: members };
    await measureDeliveries({ ...load, seconds: 2, rate: 2 });
    for (const rate of rates) results.push({ members, ...(await measureDeliveries({ ...load, seconds, rate })) });
    receivers.close();
    writers.forEach(({ connection }) => connection.close());
  }
  return results;
});
