import { login, register } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import type { Sql } from './sql.ts';
import { makeChats, makeCrowd, type Somebody } from './crowd.ts';
import { deliver, openEars } from './deliveries.ts';
import { type Lane, openLane } from './http-lane.ts';
import { summarise } from './measure.ts';
import { runScenario, sized } from './scenario.ts';
import { readMetrics } from './server-metrics.ts';

const visitors = sized(500, 60);
const members = 200;
const chatSize = 10;
const rate = 100;
const seconds = sized(20, 3);
const password = 'Secret1!';

/** People who write to each other, first in peace and then while many others sign in, all at once and again and again. */
await runScenario('login-storm', async ({ program, sql }) => {
  const crowd = await makeCrowd(sql, members);
  const chatIds = await makeChats(sql, crowd, chatSize);
  const emails = await makeVisitors(program.url, sql);
  const ears = await openEars(program.url, crowd, { areAnnounced: true });
  const writers = await Promise.all(
    crowd.map(async ({ cookie }: Somebody, index) => ({
      chatId: chatIds[Math.floor(index / chatSize)] ?? '',
      lane: await openLane(program.url, cookie),
    })),
  );
  const doors = await Promise.all(emails.map(() => openLane(program.url, '', { answerBytes: 16 * 1024 })));
  const load = { pid: program.pid, writers, ears, audience: chatSize, seconds, rate };

  await deliver({ ...load, seconds: 2 });
  const inPeace = await deliver(load);
  await readMetrics(program.url);
  const [inTheStorm, logins] = await Promise.all([deliver(load), storm(doors, emails)]);
  const { loopLagMs } = await readMetrics(program.url);
  ears.close();
  [...writers.map(({ lane }) => lane), ...doors].forEach((lane) => lane.close());
  return { atOnce: visitors, inPeace, inTheStorm, logins, loopLagMs };
});

/** One signs up, and lends the others their hash: what is measured is the sign-in. */
async function makeVisitors(url: string, sql: Sql): Promise<string[]> {
  const email = 'visitor@example.org';
  await fetch(url + register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Visitor', email, password }),
  });
  const made = await sql<{ email: string }>`
    insert into users (id, email, name, password_hash, verified_at)
    select gen_random_uuid(), 'visitor' || n || '@example.org', 'Visitor ' || n, users.password_hash, now()
    from users, generate_series(1, ${visitors}) as n
    where users.email = ${email}
    returning email`;
  return made.map((row) => row.email);
}

/** All at the same moment; when the last of them is answered, all of them again. */
async function storm(doors: readonly Lane[], emails: readonly string[]) {
  const endsAt = performance.now() + seconds * 1000;
  const counts = { rounds: 0, granted: 0, refused: 0, refusedWithoutRetryAfter: 0, otherErrors: 0 };
  const grantedMs: number[] = [];
  const refusedMs: number[] = [];
  const knock = async (door: Lane, email: string) => {
    const startedAt = performance.now();
    const { status, head } = await door.tryPost(login.path, { email, password });
    const tookMs = performance.now() - startedAt;
    if (status === 200) {
      counts.granted += 1;
      grantedMs.push(tookMs);
    } else if (status === 503) {
      counts.refused += 1;
      refusedMs.push(tookMs);
      if (!/^retry-after: \d/im.test(head)) counts.refusedWithoutRetryAfter += 1;
    } else {
      counts.otherErrors += 1;
    }
  };
  while (performance.now() < endsAt) {
    counts.rounds += 1;
    await Promise.all(doors.map((door, index) => knock(door, emails[index] ?? '')));
  }
  return {
    ...counts,
    grantedPerSecond: Math.round(counts.granted / seconds),
    granting: summarise(grantedMs),
    refusing: summarise(refusedMs),
  };
}
