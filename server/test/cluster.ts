import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:net';
import { vi } from 'vitest';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { serverDir } from '../src/platform/paths.ts';
import { createLogger } from '../src/platform/logger.ts';
import { startBalancer } from './cluster-balancer.ts';
import { isLong } from './faults/plan.ts';
import { startRedisProxy } from './faults/redis-proxy.ts';
import { findFreePort } from '../../e2e/stand-ins/free-port.ts';
import { programArguments } from './program.ts';
import { startRedis } from './redis.ts';
import { copyDatabase, environmentOf } from './test-app.ts';

type Role = 'api' | 'chat' | 'all';

/** One server process; a restart uses the same port. */
export type ClusterNode = ReturnType<typeof createNode>;

interface ClusterPlan {
  /** One for each process. */
  readonly roles?: readonly Role[];
  /** For a single process, by its position in `roles`. */
  readonly environments?: readonly Record<string, string>[];
  /** Puts a proxy between each node and Redis; otherwise there are none. */
  readonly isRedisProxied?: boolean;
  /** How many of them start with the cluster, by default all. */
  readonly started?: number;
  /** An empty PostgreSQL that a test may kill, instead of a database on the server of the run. */
  readonly hasOwnPostgres?: boolean;
  /** The `server` folder of another release. */
  readonly serverFolder?: string;
}

/** PostgreSQL, Redis, some processes, and a load balancer without sticky sessions. */
export async function startCluster({
  roles = ['api', 'api', 'chat', 'chat'],
  environments = [],
  isRedisProxied = false,
  started = roles.length,
  hasOwnPostgres = isLong,
  serverFolder = serverDir,
}: ClusterPlan = {}) {
  const disposers: (() => Promise<unknown>)[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-cluster-'));
  disposers.push(() => rm(folder, { recursive: true, force: true }));
  const stop = async () => {
    for (const dispose of disposers.splice(0).toReversed()) await dispose();
  };
  try {
    const postgres = await (hasOwnPostgres ? startPostgres(folder, disposers) : copyTemplate(disposers));
    const redis = await startRedis();
    disposers.push(() => redis.stop());
    const redisProxies = isRedisProxied ? await Promise.all(roles.map(() => startRedisProxy(redis.url))) : [];
    disposers.push(async () => redisProxies.forEach((proxy) => proxy.stop()));
    const places = await Promise.all(roles.map(async (role) => ({ role, port: await findFreePort() })));
    const portsBut = (other: Role) => places.filter(({ role }) => role !== other).map(({ port }) => port);
    const balancer = await startBalancer({ apis: portsBut('chat'), chats: portsBut('api') });
    disposers.push(() => balancer.stop());

    const shared = { ...postgres.environment, PUBLIC_URL: balancer.url, RATE_LIMITS: 'off' };
    const nodes = places.map(({ role, port }, index) => {
      const REDIS_URL = redisProxies[index]?.url ?? redis.url;
      const environment = { ...shared, REDIS_URL, ...environments[index] };
      return createNode(role, port, { folder, serverFolder, environment });
    });
    disposers.push(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
    // All at once, possibly on an empty database.
    await Promise.all(nodes.slice(0, started).map((node) => node.start()));
    return { balancer, nodes, postgres, redis, redisProxies, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface NodePlace {
  readonly folder: string;
  readonly serverFolder: string;
  readonly environment: Record<string, string>;
}

function createNode(role: Role, port: number, { folder, serverFolder, environment }: NodePlace) {
  const output = { text: '' };
  let child: ChildProcess | null = null;
  let program = serverFolder;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;

  /** From the same folder as before, unless another one is named. */
  async function start(otherFolder = program) {
    program = otherFolder;
    const dataDir = join(folder, String(port));
    const started = spawn(process.execPath, programArguments(program), {
      cwd: program,
      env: { PATH: process.env['PATH'], ...environment, ROLE: role, PORT: String(port), DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let isUp = false;
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (text: Buffer) => {
        output.text += String(text);
        isUp ||= text.includes('is running at');
      });
    await vi.waitUntil(
      () => {
        if (!isRunning()) throw new Error(`a node did not start:\n${output.text.slice(-2000)}`);
        return isUp;
      },
      { interval: 50 },
    );
  }

  return {
    role,
    port,
    /** Its own address, past the balancer. */
    url: `http://127.0.0.1:${port}`,
    output,
    isRunning,
    start,
    /** Resolves with the exit code, which is null for a killed process. */
    end: async (signal: NodeJS.Signals): Promise<number | null> => {
      const ending = child;
      if (!ending) return null;
      if (isRunning()) {
        ending.kill(signal);
        await once(ending, 'exit');
      }
      return ending.exitCode;
    },
  };
}

/** A database of the run's server, which already has the schema. */
async function copyTemplate(disposers: (() => Promise<unknown>)[]) {
  const connection = await copyDatabase(disposers);
  return { connection, environment: environmentOf(connection), kill: null };
}

/** The embedded server has a unix socket only; nodes get a TCP address like that of an external server. */
async function startPostgres(folder: string, disposers: (() => Promise<unknown>)[]) {
  const dataDir = join(folder, 'database');
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, logger: createLogger('silent') });
  disposers.push(stop);
  const door = createServer((outside) => {
    const inside = connect(join(connection.host, `.s.PGSQL.${connection.port}`));
    outside.pipe(inside).pipe(outside);
    outside.on('error', () => inside.destroy()).on('close', () => inside.destroy());
    inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  disposers.push(async () => void door.close());
  const address = door.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    connection,
    environment: { DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${port}/${connection.database}` },
    /** Kills the server; its supervisor restarts it. */
    kill: async () => {
      const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
  };
}
