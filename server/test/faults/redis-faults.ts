import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { ThreeNodes } from './three-nodes.ts';

/** What can be wrong with Redis while everything that takes something away must still work. */
export interface RedisFault {
  readonly title: string;
  begin: (nodes: ThreeNodes, random: Random) => Promise<void>;
  /** Does nothing if it has ended. */
  end: (nodes: ThreeNodes) => Promise<void>;
  /** Nodes reach each other through Redis meanwhile, if late or not always: they need not wait for its end. */
  readonly isLasting: boolean;
}

const resume = async ({ cluster }: ThreeNodes) => cluster.redisProxies.forEach((proxy) => proxy.resume());
const losePublishes =
  (oneIn: number): RedisFault['begin'] =>
  async ({ cluster }, random) =>
    cluster.redisProxies.forEach((proxy) => proxy.losePublishes({ oneIn, random }));

export const redisStops: RedisFault = {
  title: 'Redis is stopped',
  begin: async ({ cluster }) => cluster.redis.signal('SIGSTOP'),
  end: async ({ cluster }) => cluster.redis.signal('SIGCONT'),
  isLasting: false,
};

export const redisIsKilled: RedisFault = {
  title: 'Redis is killed',
  begin: ({ cluster }) => cluster.redis.kill(),
  end: ({ cluster }) => cluster.redis.start(),
  isLasting: false,
};

const redisRestarts: RedisFault = {
  title: 'Redis restarts empty',
  begin: async ({ cluster }, random) => {
    await cluster.redis.kill();
    await pause(random.below(300));
    await cluster.redis.start();
  },
  end: async () => {},
  isLasting: true,
};

const redisIsSlow: RedisFault = {
  title: 'Redis is 200 ms away',
  begin: async ({ cluster }) => cluster.redisProxies.forEach((proxy) => proxy.delay(200)),
  end: resume,
  isLasting: true,
};

export const redisLosesSome: RedisFault = {
  title: 'Redis loses one publish in ten',
  begin: losePublishes(10),
  end: resume,
  isLasting: true,
};

const redisLosesAll: RedisFault = {
  title: 'Redis loses every publish',
  begin: losePublishes(1),
  end: resume,
  isLasting: false,
};

const oneNodeHangs: RedisFault = {
  title: 'Redis hangs for one node',
  begin: async ({ cluster }) => cluster.redisProxies[1]?.stall(),
  end: resume,
  isLasting: false,
};

export const redisFaults: readonly RedisFault[] = [
  redisStops,
  redisIsKilled,
  redisRestarts,
  redisIsSlow,
  redisLosesSome,
  redisLosesAll,
  oneNodeHangs,
];
