import { makeChat, makeCrowd } from './crowd.ts';
import { deliver, openEars } from './deliveries.ts';
import { openLane } from './http-lane.ts';
import { runScenario } from './scenario.ts';

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
    const crowd = await makeCrowd(sql, members);
    const chatId = await makeChat(sql, crowd);
    const ears = await openEars(program.url, crowd);
    const writers = await Promise.all(
      crowd.slice(0, writersPerRoom).map(async ({ cookie }) => ({ chatId, lane: await openLane(program.url, cookie) })),
    );
    const load = { pid: program.pid, writers, ears, audience: members };
    await deliver({ ...load, seconds: 2, rate: 2 });
    for (const rate of rates) results.push({ members, ...(await deliver({ ...load, seconds, rate })) });
    ears.close();
    writers.forEach(({ lane }) => lane.close());
  }
  return results;
});
