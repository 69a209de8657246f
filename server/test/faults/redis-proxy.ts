import type { Random } from '../random.ts';
import { type Direction, startFaultyProxy } from './faulty-proxy.ts';
import { createCommandReader } from './redis-commands.ts';

interface Loss {
  /** Each publish is lost with a chance of one in so many. */
  readonly oneIn: number;
  readonly random: Random;
}

const publishes = new Set(['PUBLISH', 'SPUBLISH']);
/** Takes the place of a lost publish: Redis answers it, so that replies stay in step with pipelined commands. */
const publishToNobody = Buffer.from('*3\r\n$7\r\nPUBLISH\r\n$9\r\nto-nobody\r\n$0\r\n\r\n');

/** The network between a node and Redis. The faults of other proxies, and two of its own; `resume` ends all of them. */
export async function startRedisProxy(redisUrl: string) {
  let delayMs = 0;
  let loss: Loss | null = null;

  function createRelay(send: (bytes: Buffer) => void, direction: Direction) {
    const sendInTime = createDelayLine(send, () => delayMs);
    if (direction === 'to the client') return sendInTime;
    return createCommandReader(({ name, bytes }) => {
      const isLost = loss !== null && publishes.has(name) && loss.random.isOneIn(loss.oneIn);
      sendInTime(isLost ? publishToNobody : bytes);
    });
  }

  const { url, stall, resume, stop } = await startFaultyProxy(redisUrl, { createRelay });
  return {
    url: url.replace('http:', 'redis:'),
    stall,
    resume: () => {
      delayMs = 0;
      loss = null;
      resume();
    },
    stop,
    /** Delays everything by this much in each direction, in order. */
    delay: (ms: number) => {
      delayMs = ms;
    },
    /** Loses some of what is published. The publisher gets the answer that there is no subscriber, which is no error. */
    losePublishes: (some: Loss) => {
      loss = some;
    },
  };
}

/** Sends each piece after the current delay, and never before an earlier one. */
function createDelayLine(send: (bytes: Buffer) => void, delayMs: () => number) {
  const waiting: { bytes: Buffer; dueAt: number }[] = [];

  function sendDue() {
    while (waiting[0] && waiting[0].dueAt <= performance.now()) send(waiting.shift()?.bytes as Buffer);
    if (waiting[0]) setTimeout(sendDue, waiting[0].dueAt - performance.now());
  }
  return (bytes: Buffer) => {
    const ms = delayMs();
    if (ms === 0 && waiting.length === 0) {
      send(bytes);
      return;
    }
    waiting.push({ bytes, dueAt: Math.max(performance.now() + ms, waiting.at(-1)?.dueAt ?? 0) });
    if (waiting.length === 1) setTimeout(sendDue, ms);
  };
}
