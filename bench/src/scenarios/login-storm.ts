import { type ChatId, login, register } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import type { Sql } from '../sql.ts';
import { createChats, createUsers, type BenchUser } from '../users.ts';
import { measureDeliveries, openReceivers } from '../deliveries.ts';
import { type HttpConnection, openHttpConnection } from '../http-connection.ts';
import { summarise } from '../measure.ts';
import type { Program } from '../program.ts';
import { runScenario, sized } from '../scenario.ts';
import { readMetrics } from '../server-metrics.ts';

const visitors = sized(500, 60);
const signUps = sized(100, 20);
const logins = sized(300, 40);
const members = 200;
const chatSize = 10;
const usualRate = 100;
const rates = [100, 500] as const;
const seconds = sized(15, 3);
const password = 'Secret1!';

interface Attempt {
  readonly path: string;
  readonly body: object;
  /** The expected status: 200 or 201 for the right password, 401 for a wrong one. */
  readonly status: number;
}

type ConnectedUsers = Awaited<ReturnType<typeof connectAll>>;

/**
 * Users exchange messages while others sign up or in at the same moment, on a freshly started program; then while many
 * others sign in repeatedly.
 */
await runScenario('login-storm', async ({ program, sql }) => {
  const users = await createUsers(sql, members);
  const chatIds = await createChats(sql, users, chatSize);
  const emails = await makeVisitors(program.url, sql);

  const afterStart = [];
  for (const rate of rates) {
    const newcomers = Array.from({ length: signUps }, (_, index) => signUpOf(`newcomer${rate}-${index}@example.org`));
    const known = emails.slice(0, logins).map((email, index) => loginOf(email, index % 2 === 0));
    afterStart.push({ rate, signingUp: await measureAfterRestart({ program, users, chatIds, rate }, newcomers) });
    afterStart.push({ rate, signingIn: await measureAfterRestart({ program, users, chatIds, rate }, known) });
  }

  const connected = await connectAll({ program, users, chatIds }, visitors);
  const inPeace = await measureDeliveries({ ...connected.load, seconds, rate: usualRate });
  await readMetrics(program.url);
  const [inTheStorm, granted] = await Promise.all([
    measureDeliveries({ ...connected.load, seconds, rate: usualRate }),
    storm(connected.clients, emails),
  ]);
  const { loopLagMs } = await readMetrics(program.url);
  connected.close();
  return {
    afterStart: worstOf(afterStart),
    each: afterStart,
    atOnce: visitors,
    inPeace,
    inTheStorm,
    logins: granted,
    loopLagMs,
  };
});

function signUpOf(email: string): Attempt {
  return { path: register.path, body: { name: 'Newcomer', email, password }, status: 201 };
}

function loginOf(email: string, isRight: boolean): Attempt {
  const tried = isRight ? password : `${password}!`;
  return { path: login.path, body: { email, password: tried }, status: isRight ? 200 : 401 };
}

interface StormSetup {
  readonly program: Program;
  readonly users: readonly BenchUser[];
  readonly chatIds: readonly ChatId[];
}

/** Devices that listen, connections that send messages, and connections that sign up or in. */
async function connectAll({ program, users, chatIds }: StormSetup, clientCount: number) {
  const receivers = await openReceivers(program.url, users, { areOnline: true });
  const writers = await Promise.all(
    users.map(async ({ cookie }: BenchUser, index) => ({
      chatId: chatIds[Math.floor(index / chatSize)] as ChatId,
      connection: await openHttpConnection(program.url, cookie),
    })),
  );
  const clients = await Promise.all(
    Array.from({ length: clientCount }, () => openHttpConnection(program.url, '', { maxResponseBytes: 16 * 1024 })),
  );
  const close = () => {
    receivers.close();
    [...writers.map(({ connection }) => connection), ...clients].forEach((connection) => connection.close());
  };
  return { clients, close, load: { pid: program.pid, writers, receivers, recipients: chatSize } };
}

/** All attempts at the same moment, next to messages, on a program that has not handled a sign-up or sign-in yet. */
async function measureAfterRestart({ rate, ...setup }: StormSetup & { rate: number }, attempts: readonly Attempt[]) {
  await setup.program.kill();
  await setup.program.restart();
  const connected: ConnectedUsers = await connectAll(setup, attempts.length);
  // Messages are already flowing; this warm-up is not counted.
  await measureDeliveries({ ...connected.load, seconds: 2, rate });
  await readMetrics(setup.program.url);
  const [sending, answers] = await Promise.all([
    measureDeliveries({ ...connected.load, seconds, rate }),
    Promise.all(attempts.map((attempt, index) => attemptWith(connected.clients[index] as HttpConnection, attempt))),
  ]);
  const { loopLagMs } = await readMetrics(setup.program.url);
  connected.close();
  const times = answers.map(({ tookMs }) => tookMs);
  return {
    atOnce: attempts.length,
    refused: answers.filter(({ status }) => status === 503).length,
    otherwiseWrong: answers.filter(({ status, expected }) => status !== 503 && status !== expected).length,
    allAnsweredMs: Math.max(...times),
    answered: summarise(times),
    sending: sending.answered,
    delivering: sending.latency,
    messagesRefused: sending.refused,
    loopLagMs,
  };
}

async function attemptWith(client: HttpConnection, { path, body, status: expected }: Attempt) {
  const startedAt = performance.now();
  const { status } = await client.tryPost(path, body);
  return { status, expected, tookMs: performance.now() - startedAt };
}

type StormResult = Awaited<ReturnType<typeof measureAfterRestart>>;

function worstOf(runs: readonly { signingUp?: StormResult; signingIn?: StormResult }[]) {
  const all = runs.flatMap(({ signingUp, signingIn }) => [signingUp ?? [], signingIn ?? []].flat());
  const worst = (of: (run: StormResult) => number) => Math.max(...all.map(of));
  return {
    answerErrors: worst(({ refused, otherwiseWrong }) => refused + otherwiseWrong),
    allAnsweredMs: worst(({ allAnsweredMs }) => allAnsweredMs),
    sendingP99Ms: worst(({ sending }) => sending.p99Ms),
  };
}

/** One user signs up, and the others copy that hash: only the sign-in is measured. */
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
async function storm(clients: readonly HttpConnection[], emails: readonly string[]) {
  const endsAt = performance.now() + seconds * 1000;
  const counts = { rounds: 0, granted: 0, refused: 0, refusedWithoutRetryAfter: 0, otherErrors: 0 };
  const grantedMs: number[] = [];
  const refusedMs: number[] = [];
  const signIn = async (client: HttpConnection, email: string) => {
    const startedAt = performance.now();
    const { status, head } = await client.tryPost(login.path, { email, password });
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
    await Promise.all(clients.map((client, index) => signIn(client, emails[index] ?? '')));
  }
  return {
    ...counts,
    grantedPerSecond: Math.round(counts.granted / seconds),
    granting: summarise(grantedMs),
    refusing: summarise(refusedMs),
  };
}
