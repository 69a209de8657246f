import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from './as-id.ts';
import type { ConnectionTarget } from '../src/platform/db/connection.ts';
import { connectDatabase } from '../src/platform/db/database.ts';
import { frameKinds, sendFrames, wireKinds } from './fuzz/frames.ts';
import { callOnce } from './fuzz/http.ts';
import { probeEnvironment, readProbe } from './fuzz/probe.ts';
import { openSlowLoris, rawRequestKinds, sendRawRequest } from './fuzz/raw-http.ts';
import { emitOnce, openSocket } from './fuzz/sockets.ts';
import { endpoints } from './permissions/endpoints.ts';
import { createRandom, type Random } from './random.ts';
import { useProgram } from './program.ts';
import type { HttpClient } from './http-client.ts';
import { aDatabase, environmentOf } from './test-app.ts';

const { place, start, client } = useProgram();

/** A short run in every test run; `npm run test:fuzz` makes it long. */
const inputs = Number(process.env['FUZZ_INPUTS'] ?? 2000);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261);
const lanes = 8;
/** In a long run, memory is compared with its size after this share of the inputs. */
const warmUp = 0.2;
const memoryGrowth = inputs >= 20_000 ? 1.1 : Infinity;

/** Unavailable without a Google account. */
const mayBeUnavailable = new Set<contract.Endpoint>([contract.googleLogin]);

interface Scene {
  readonly people: readonly HttpClient[];
  readonly ids: readonly string[];
}

const names = ['Ann', 'Bob', 'Cem', 'Dee'];
const password = 'Secret1!';
const emailOf = (name: string) => `${name}@example.org`;

/** All but one user, so that inputs are also refused for want of a verified address. */
async function verifyUsers(target: ConnectionTarget): Promise<void> {
  const database = connectDatabase(target);
  await database.sql`update users set verified_at = now() where verified_at is null and email <> ${emailOf('Dee')}`;
  await database.close();
}

/** Users with chats and messages; any existing id may be used in an input. */
async function createUsers(target: ConnectionTarget): Promise<Scene> {
  const people: HttpClient[] = [];
  for (const name of names) {
    const person = client();
    await person.call(contract.register, { name, email: emailOf(name), password });
    people.push(person);
  }
  await verifyUsers(target);
  const database = connectDatabase(target);
  const users = await database.sql<{ id: contract.UserId }[]>`select id from users order by name`;
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
  const chatIds: contract.ChatId[] = [];
  for (const members of [[bobId], [bobId, cemId]]) {
    chatIds.push((await ann.call(contract.createChat, { members })).body.chatId);
  }
  const messageIds: contract.MessageId[] = [];
  for (const chatId of chatIds) {
    const sent = await ann.call(contract.sendMessage, {
      chatId,
      content: 'hello',
      type: 'text',
      clientId: asId<contract.ClientId>(chatId),
    });
    messageIds.push(sent.body.message._id);
  }
  return { people, ids: [...users.map(({ id }) => id), ...chatIds, ...messageIds, crypto.randomUUID()] };
}

interface Attack {
  readonly url: string;
  readonly users: Scene;
  readonly verify: () => Promise<void>;
  readonly isOver: () => boolean;
}

/** Sends `inputs` of all kinds, and records what was sent and what was answered. */
function createAttack({ url, users: { people, ids }, verify, isOver }: Attack) {
  const cookieOf = (person: HttpClient) => `session=${person.cookies.get('session')}`;
  const sockets = people.slice(0, 3).map((person) => openSocket(url, cookieOf(person)));
  const randoms = Array.from({ length: lanes }, (_, lane) => createRandom(seed + lane));
  const faults: string[] = [];
  /** For want of time. */
  const refusals: string[] = [];
  const answers = new Map<number, number>();
  const used = new Set<string>();
  const counts = { requests: 0, events: 0, frames: 0 };
  let turn = 0;

  async function call(random: Random) {
    const endpoint = random.pick(endpoints);
    counts.requests += 1;
    // The session of all later inputs would end, or be one of an unverified user.
    const isVisitor = endpoint === contract.logout || endpoint === contract.register || random.isOneIn(10);
    const person = isVisitor ? client() : random.pick(people);
    // A body that is too large is answered, and the connection closed, while it is still being sent.
    const status = await callOnce(person, endpoint, { random, ids }).catch(() => 0);
    used.add(`${endpoint.method} ${endpoint.path}`);
    if (status === 401 && !isVisitor && endpoint.access !== 'public') await signInAgain(person);
    judge(status, `${endpoint.method} ${endpoint.path}`, mayBeUnavailable.has(endpoint));
  }

  /** An input may have signed a user out, or have corrected the address of one without a verified one. */
  async function signInAgain(person: HttpClient) {
    const name = names[people.indexOf(person)] ?? '';
    const account = { email: emailOf(name), password };
    const known = await person.send('POST', '/api/auth/login', { body: account }).catch(() => null);
    if (known?.status !== 401) return;
    await person.call(contract.register, { name, ...account }).catch(() => null);
    await verify();
  }

  function judge(status: number, what: string, isExcused = false) {
    answers.set(status, (answers.get(status) ?? 0) + 1);
    if (status < 500 || (status === 503 && isExcused)) return;
    (status === 503 ? refusals : faults).push(`${what} answered ${status} (seed ${seed})`);
  }

  /** Returns the number of inputs. */
  async function beneath(random: Random): Promise<number> {
    const cookie = cookieOf(random.pick(people));
    if (random.isOneIn(4)) {
      // In turn, not at random: there are many kinds, and each is rare.
      const kind = rawRequestKinds[turn % rawRequestKinds.length] ?? '';
      turn += 1;
      used.add(kind);
      counts.requests += 1;
      for (const status of await sendRawRequest(url, cookie, random, kind)) judge(status, kind);
      return 1;
    }
    const frames = random.below(5) + 1;
    for (const kind of await sendFrames(url, cookie, random, frames)) used.add(kind);
    counts.frames += frames;
    return frames;
  }

  return {
    faults,
    refusals,
    answers,
    used,
    counts,
    async send(count: number) {
      let left = count;
      const work = async (random: Random) => {
        while (left > 0 && !isOver()) {
          left -= 1;
          const kind = random.below(10);
          if (kind < 6) await call(random);
          else if (kind < 9) {
            counts.events += 1;
            used.add(emitOnce(random.pick(sockets), { random, ids }));
            if (random.isOneIn(20)) await new Promise(setImmediate);
          } else {
            const sent = await beneath(random);
            left -= sent - 1;
          }
        }
      };
      await Promise.all(randoms.map(work));
    },
    stop: () => sockets.forEach((socket) => socket.disconnect()),
  };
}

const everything = [
  ...endpoints.map(({ method, path }) => `${method} ${path}`),
  ...Object.keys(contract.clientEvents),
  ...frameKinds,
  ...wireKinds,
  ...rawRequestKinds,
];

test('[SEC-20] no input stops the program or causes an internal error', { timeout: 3_600_000 }, async () => {
  const target = await aDatabase();
  const program = await start({
    ...environmentOf(target),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...probeEnvironment,
  });
  const { child, output } = program;
  const url = `http://127.0.0.1:${place.port}`;
  const attack = createAttack({
    url,
    users: await createUsers(target),
    verify: () => verifyUsers(target),
    isOver: () => child.exitCode !== null,
  });
  const loris = openSlowLoris(url, 40);
  await readProbe(program);
  await attack.send(inputs * warmUp);
  const warm = await readProbe(program);
  await attack.send(inputs * (1 - warmUp));
  const slowLeft = loris.stop();
  attack.stop();
  const after = await readProbe(program);

  const { requests, events, frames } = attack.counts;
  const counted = Array.from(attack.answers, ([status, count]) => `${status}: ${count}`).toSorted();
  process.stdout.write(
    `fuzz: ${requests} requests, ${events} events and ${frames} frames, seed ${seed}; answers ${counted.join(', ')}; ` +
      `stalls over 250 ms ${warm.stalls + after.stalls}, longest ${Math.max(warm.longestStallMs, after.longestStallMs)} ms, ` +
      `and ${warm.starved + after.starved} while others had the processor; ` +
      `memory ${warm.rssMb} MB after ${warmUp * 100} %, ${after.rssMb} MB at the end ` +
      `(heap ${warm.heapMb} and ${after.heapMb} MB); slow connections still open ${slowLeft} of 40\n`,
  );
  const isStarved = warm.starved + after.starved > 0;
  expect([...attack.faults, ...(isStarved ? [] : attack.refusals)]).toEqual([]);
  expect(output.text).not.toMatch(/unhandled|uncaught|event failed|listener failed/i);
  expect(child.exitCode).toBeNull();
  expect((await client().send('GET', '/readyz')).status).toBe(200);
  expect(everything.filter((kind) => !attack.used.has(kind))).toEqual([]);
  expect(after.rssMb).toBeLessThanOrEqual(warm.rssMb * memoryGrowth);
});
