import * as contract from '@chat-app/contract';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectDatabase } from '../src/platform/db/database.ts';
import { callOnce } from './fuzz/http.ts';
import { createRandom } from './random.ts';
import { emitOnce, openSocket, sendFrames } from './fuzz/sockets.ts';
import { useProgram } from './program.ts';
import type { Visitor } from './visitor.ts';

const { place, start, visitor } = useProgram();

/** A short run with every test run; `npm run test:fuzz` makes it long. */
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 5000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261);
const lanes = 8;

const isEndpoint = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;
/** Signing out would end the session of everything that follows. */
const endpoints = (Object.values(contract) as unknown[]).filter(isEndpoint).filter((one) => one !== contract.logout);
/** Without an account at Google it says so. */
const mayBeUnavailable = new Set<contract.Endpoint>([contract.googleLogin]);

interface Scene {
  readonly people: readonly Visitor[];
  readonly ids: readonly string[];
}

/** People with chats and messages; everything that has an id can be named by whoever tries. */
async function setScene(): Promise<Scene> {
  const people: Visitor[] = [];
  for (const name of ['Ann', 'Bob', 'Cem', 'Dee']) {
    const person = visitor();
    await person.call(contract.register, { name, email: `${name}@example.org`, password: 'Secret1!' });
    people.push(person);
  }
  const database = connectDatabase({
    host: join(place.dataDir, 'postgres'),
    port: 5432,
    user: 'chat',
    database: 'chat',
  });
  await database.sql`update users set verified_at = now() where email <> 'dee@example.org'`;
  const users = await database.sql<{ id: string }[]>`select id from users order by name`;
  await database.close();
  const [ann, bob, cem] = people;
  const [annId, bobId, cemId] = users.map(({ id }) => id);
  if (!ann || !bob || !cem || !annId || !bobId || !cemId) throw new Error('nobody is there');
  for (const [other, otherId] of [
    [bob, bobId],
    [cem, cemId],
  ] as const) {
    await ann.call(contract.sendFriendRequest, { friendId: otherId });
    await other.call(contract.sendFriendRequest, { friendId: annId });
  }
  const chatIds: string[] = [];
  for (const members of [[bobId], [bobId, cemId]]) {
    chatIds.push((await ann.call(contract.createChat, { members })).body.chatId);
  }
  const messageIds: string[] = [];
  for (const chatId of chatIds) {
    const sent = await ann.call(contract.sendMessage, { chatId, content: 'hello', type: 'text', clientId: chatId });
    messageIds.push(sent.body.message._id);
  }
  return { people, ids: [...users.map(({ id }) => id), ...chatIds, ...messageIds, crypto.randomUUID()] };
}

/** How long the program keeps a harmless question waiting, beside everything else. */
function watchPulse(url: string) {
  const clock = { isOver: false };
  let longestMs = 0;
  const beating = (async () => {
    while (!clock.isOver) {
      const startedAt = performance.now();
      await fetch(url).then((response) => response.text());
      longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
      await pause(20);
    }
  })();
  return {
    stop: async () => {
      clock.isOver = true;
      await beating;
      return longestMs;
    },
  };
}

test(
  '[SEC-20] whatever is sent, the program lives, and no answer is a fault of its own',
  { timeout: 3_600_000 },
  async () => {
    const { child, output } = await start({ RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
    const { people, ids } = await setScene();
    const url = `http://127.0.0.1:${place.port}`;
    const faults: string[] = [];
    const answers = new Map<number, number>();
    const cookieOf = (person: Visitor) => `session=${person.cookies.get('session')}`;
    const sockets = people.slice(0, 3).map((person) => openSocket(url, cookieOf(person)));
    let left = inputs;

    async function work(lane: number) {
      const random = createRandom(seed + lane);
      const tools = { random, ids };
      while (left > 0 && child.exitCode === null) {
        left -= 1;
        const kind = random.below(10);
        const person = random.isOneIn(10) ? visitor() : random.pick(people);
        if (kind < 6) {
          const endpoint = random.pick(endpoints);
          // A body that is too large is answered, and the connection closed, while it is still on its way.
          const status = await callOnce(person, endpoint, tools).catch(() => 0);
          answers.set(status, (answers.get(status) ?? 0) + 1);
          const isFault = status >= 500 && !(status === 503 && mayBeUnavailable.has(endpoint));
          if (isFault)
            faults.push(`${endpoint.method} ${endpoint.path} answered ${status} (seed ${seed}, lane ${lane})`);
        } else if (kind < 9) {
          emitOnce(random.pick(sockets), tools);
          if (random.isOneIn(20)) await new Promise(setImmediate);
        } else {
          const frames = random.below(5) + 1;
          left -= frames - 1;
          await sendFrames(url, cookieOf(random.pick(people)), random, frames);
        }
      }
    }
    const pulse = watchPulse(`${url}/healthz`);
    await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
    const longestMs = await pulse.stop();
    const counted = Array.from(answers, ([status, count]) => `${status}: ${count}`)
      .toSorted()
      .join(', ');
    process.stdout.write(
      `fuzz: ${inputs} inputs, seed ${seed}; answers ${counted}; longest wait for /healthz ${longestMs} ms\n`,
    );

    const health = await visitor().send('GET', '/readyz');
    for (const socket of sockets) socket.disconnect();
    expect(faults).toEqual([]);
    expect(output.text).not.toMatch(/unhandled|uncaught|event failed|listener failed/i);
    expect(child.exitCode).toBeNull();
    expect(health.status).toBe(200);
  },
);
