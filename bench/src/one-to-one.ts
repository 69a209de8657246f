import { makeChat, makeCrowd } from './crowd.ts';
import { deliver, openEars } from './deliveries.ts';
import { openLane } from './http-lane.ts';
import { runScenario } from './scenario.ts';

const pairs = 100;
const rates = [500, 1000, 2000, 'as fast as it goes'] as const;
const seconds = 10;

/** Pairs of users; one of each sends over HTTP, the other receives on a socket. */
await runScenario('one-to-one', async ({ program, sql }) => {
  const crowd = await makeCrowd(sql, pairs * 2);
  const writers = await Promise.all(
    Array.from({ length: pairs }, async (_, index) => {
      const members = crowd.slice(index * 2, index * 2 + 2);
      const lane = await openLane(program.url, members[0]?.cookie ?? '');
      return { lane, chatId: await makeChat(sql, members) };
    }),
  );
  const ears = await openEars(
    program.url,
    crowd.filter((_, index) => index % 2 === 1),
  );
  const load = { pid: program.pid, writers, ears, audience: 1 };
  await deliver({ ...load, seconds: 3, rate: 500 });
  const results = [];
  for (const rate of rates) results.push(await deliver({ ...load, seconds, rate }));
  ears.close();
  writers.forEach(({ lane }) => lane.close());
  return results;
});
