import { forgotPassword, login } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { openHttpConnection, type HttpConnection } from '../http-connection.ts';
import { round2, summarise } from '../measure.ts';
import { runScenario, sized } from '../scenario.ts';

const samples = sized(2_000, 40);
const password = 'Secret1!';

/** An attacker requests addresses with and without an account, and compares the response times. */
await runScenario('told-apart', async ({ program, sql }) => {
  await sql`
    insert into users (id, email, name, verified_at, password_hash)
    select gen_random_uuid(), 'known' || n || '@example.org', 'Known ' || n, now(),
      '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$6H8pXEOgg4OGnBhDPbUuJ5BmMDdmlVJGFcKbCVLo7vQ'
    from generate_series(1, ${samples}) as n`;
  const connection = await openHttpConnection(program.url, '', { maxResponseBytes: 16 * 1024 });
  const signIn = await compare((email) =>
    timeRequest(connection, login.path, { email, password, remember: false }, 401),
  );
  const forgotten = await compare((email) => timeRequest(connection, forgotPassword.path, { email }, 200));
  connection.close();
  return { samplesOfEach: samples, signIn, forgotten };
});

async function timeRequest(connection: HttpConnection, path: string, body: object, expected: number): Promise<number> {
  const startedAt = performance.now();
  const { status } = await connection.tryPost(path, body);
  if (status !== expected) throw new Error(`${path} answered ${status}`);
  return performance.now() - startedAt;
}

/** Interleaved, so that other load on the machine, including the mails to existing accounts, affects both. */
async function compare(request: (email: string) => Promise<number>) {
  const [known, unknown]: [number[], number[]] = [[], []];
  while (known.length < samples || unknown.length < samples) {
    const isKnown = unknown.length >= samples || (known.length < samples && Math.random() < 0.5);
    if (isKnown) known.push(await request(`known${known.length + 1}@example.org`));
    else unknown.push(await request(`nobody${unknown.length + 1}@example.org`));
  }
  const [one, other] = [meanAndErrorOf(known), meanAndErrorOf(unknown)];
  const apartMs = Math.abs(one.mean - other.mean);
  return {
    known: summarise(known),
    unknown: summarise(unknown),
    apartMs: round2(apartMs),
    /** Welch's t: the difference in units of its standard error. */
    welchT: round2(apartMs / Math.sqrt(one.error + other.error)),
  };
}

function meanAndErrorOf(times: readonly number[]) {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
  return { mean, error: variance / times.length };
}
