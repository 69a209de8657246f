import * as contract from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { Device } from '../cluster-device.ts';
import type { Random } from '../random.ts';
import { trackChat } from './chat-tracker.ts';
import { isLong } from './plan.ts';
import type { RedisFault } from './redis-faults.ts';
import { nodeIndexes, type ThreeNodes } from './three-nodes.ts';

interface Plan {
  /** Devices that miss nothing. */
  readonly devices: number;
  readonly messages: number;
  /** How long they are watched: reconnects may be spread over some time. */
  readonly watchMs: number;
}

const convergedWithinMs = isLong ? 5000 : 30_000;
/** Longer than the time between two pings of Redis. */
const olderThanPingMs = 1000;

let friendCount = 0;

/** Redis goes and returns while people of one chat write; the devices of all others missed nothing. */
export async function returnRedis(
  nodes: ThreeNodes,
  fault: RedisFault,
  { random, plan }: { random: Random; plan: Plan },
) {
  const { ann, bob, direct, aChat, aFriend } = nodes.users;
  friendCount += 1;
  const quinn = await aFriend(`Quinn${friendCount}`);
  const quiet = await aChat(quinn);
  const others: Device[] = [];
  while (others.length < plan.devices)
    others.push(...(await Promise.all(nodeIndexes.map((node) => nodes.connect(quinn, node)))));
  const [local, ...remote] = await Promise.all(
    nodeIndexes.map(async (node) => trackChat(await nodes.connect(bob, node), direct)),
  );
  if (!local) throw new Error('no device');

  // Whether the last events before a hang have arrived, no node knows; these must be older.
  await pause(olderThanPingMs);
  await fault.begin(nodes, random);
  const statuses = () =>
    Promise.all(nodeIndexes.map(async (node) => (await fetch(`${nodes.urlOf(node)}/readyz`)).status));
  await vi.waitUntil(async () => (await statuses()).every((status) => status === 503), { timeout: 20_000 });
  const seqs: number[] = [];
  for (let number = 0; number < plan.messages; number += 1) {
    const { body } = await nodes
      .clientOn(0, ann)
      .call(contract.sendMessage, { chatId: direct, content: 'hello', type: 'text' });
    seqs.push(body.message.seq);
  }
  await fault.end(nodes);
  await nodes.waitUntilReady();

  const isKnown = () => [local, ...remote].every(({ knows }) => seqs.every(knows));
  await vi.waitUntil(isKnown, { timeout: convergedWithinMs, interval: 20 }).catch(() => {});
  const unknown = [local, ...remote].flatMap(({ knows }) => seqs.filter((seq) => !knows(seq))).length;
  await pause(plan.watchMs);
  const hello = await nodes
    .clientOn(2, ann)
    .call(contract.sendMessage, { chatId: quiet, content: 'hello', type: 'text' });
  const text = hello.body.message._id;
  const hasArrived = () =>
    others.every(({ received }) => received.some(({ args: [message] }) => (message as contract.Message)?._id === text));
  await vi.waitUntil(hasArrived, { timeout: convergedWithinMs, interval: 20 }).catch(() => {});
  const figures = {
    devices: others.length + 1,
    /** Of devices that had received everything. */
    reconnects: [...others, local.device].filter(({ disconnects }) => disconnects.length > 0).length,
    remoteReconnects: remote.filter(({ device }) => device.disconnects.length > 0).length,
    unknown,
    deaf: hasArrived() ? 0 : 1,
  };
  nodes.disconnect([...others, ...[local, ...remote].map(({ device }) => device)]);
  return figures;
}
