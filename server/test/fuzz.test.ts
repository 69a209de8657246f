import * as contract from '@chat-app/contract';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import type { ConnectionTarget } from '../src/platform/db/connection.ts';
import { createUsers, testPassword } from './faults/users.ts';
import { frameKinds, sendFrames, wireKinds } from './fuzz/frames.ts';
import { probeEnvironment, readProbe } from './fuzz/probe.ts';
import { openSlowLoris, rawRequestKinds, sendRawRequest } from './fuzz/raw-http.ts';
import { callOnce, emitOnce } from './fuzz/sending.ts';
import { endpoints } from './permissions/endpoints.ts';
import { createRandom, type Random } from './random.ts';
import { useProgram } from './program.ts';
import type { HttpClient } from './http-client.ts';
import { aDatabase, environmentOf } from './test-app.ts';
import { withDatabase } from './with-database.ts';

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
const emailOf = (name: string) => `${name.toLowerCase()}@example.org`;

/** All but one user, so that inputs are also refused for want of a verified address. */
const verifyUsers = (target: ConnectionTarget) =>
  withDatabase(target, ({ sql }) => sql`update users set verified_at = now() where email <> ${emailOf('Dee')}`);

/** Users with chats and messages; any existing id may be used in an input. */
async function createScene(url: string, target: ConnectionTarget): Promise<Scene> {
  const { ann, bob, cem, direct, aGroup } = await withDatabase(target, (database) => createUsers(url, database));
  const dee = client();
  const account = { name: 'Dee', email: emailOf('Dee'), password: testPassword };
  const deeId = (await dee.call(contract.register, account)).body.user.id;
  const chatIds = [direct, await aGroup()];
  const messageIds: contract.MessageId[] = [];
  for (const chatId of chatIds) {
    const { body } = await ann.client.call(contract.sendMessage, { chatId, content: 'hello', type: 'text' });
    messageIds.push(body.message._id);
  }
  const people = [ann, bob, cem].map((user) => user.client);
  const userIds = [ann.id, bob.id, cem.id, deeId];
  return { people: [...people, dee], ids: [...userIds, ...chatIds, ...messageIds, crypto.randomUUID()] };
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
  const sockets = people
    .slice(0, 3)
    .map((person) =>
      io(url, { transports: ['websocket'], forceNew: true, extraHeaders: { cookie: cookieOf(person) } }),
    );
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
    const account = { email: emailOf(name), password: testPassword };
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
  const quiet = { RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
  const program = await start({ ...environmentOf(target), ...quiet, ...probeEnvironment });
  const { child, output } = program;
  const url = `http://127.0.0.1:${place.port}`;
  const attack = createAttack({
    url,
    users: await createScene(url, target),
    verify: async () => void (await verifyUsers(target)),
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
