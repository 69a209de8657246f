import { type ChatId, sendMessage } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchUser } from './users.ts';
import { type SocketClient, openSocketClient } from './socket-client.ts';
import type { HttpConnection } from './http-connection.ts';
import { type Latencies, round2, summarise } from './measure.ts';
import { cpuMsOf } from './processes.ts';

/** A sender and their chat. */
export interface Writer {
  readonly connection: HttpConnection;
  readonly chatId: ChatId;
}

export interface DeliveryResult {
  readonly askedPerSecond: number | 'as fast as it goes';
  readonly messagesPerSecond: number;
  readonly deliveriesPerSecond: number;
  /** From the request to the receiver's device. */
  readonly latency: Latencies;
  /** From the request to its response. */
  readonly answered: Latencies;
  /** Messages that were refused. */
  readonly refused: number;
  /** Over all server processes, including the database. */
  readonly cpuMsPer1000Deliveries: number;
}

/** Devices that record when each message reached them. */
export async function openReceivers(
  where: string | ((index: number) => string),
  users: readonly BenchUser[],
  { areOnline = false } = {},
) {
  const urlOf = typeof where === 'string' ? () => where : where;
  /** The send time of message number n, at index n. */
  const sentAt: number[] = [];
  const times: number[] = [];
  const receivers: SocketClient[] = [];
  const onEvent = (event: Buffer) => {
    const at = event.indexOf(contentPrefix);
    const since = at < 0 ? undefined : sentAt[Number.parseInt(event.toString('latin1', at + contentPrefix.length), 10)];
    if (since !== undefined) times.push(performance.now() - since);
  };
  for (let start = 0; start < users.length; start += 50) {
    const opening = users
      .slice(start, start + 50)
      .map(({ id, cookie }, index) =>
        openSocketClient(urlOf(start + index), { cookie, onEvent, announceAs: areOnline ? id : null }),
      );
    receivers.push(...(await Promise.all(opening)));
  }
  return { sentAt, times, close: () => receivers.forEach((client) => client.close()) };
}

/** The text before the number in every message. */
const contentPrefix = 'message number ';

type Receivers = Awaited<ReturnType<typeof openReceivers>>;

interface Run {
  readonly pid: number;
  readonly writers: readonly Writer[];
  readonly receivers: Receivers;
  /** How many devices receive each message. */
  readonly recipients: number;
  readonly seconds: number;
  readonly rate: number | 'as fast as it goes';
  /** Maximum messages in flight: one node's responses do not wait for another node's deliveries. */
  readonly maxInFlight?: number;
  /** The minimum length of each message. */
  readonly contentLength?: number;
}

let number = 0;

/** Sends for `seconds` at this rate, waits until everything has arrived, and returns the measurements. */
export async function measureDeliveries(run: Run): Promise<DeliveryResult> {
  const { pid, writers, receivers, recipients, seconds, rate, contentLength = 0, maxInFlight = Infinity } = run;
  const firstNumber = number;
  receivers.times.length = 0;
  const cpuBefore = await cpuMsOf(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const answeredMs: number[] = [];
  let refused = 0;

  const writeOne = async ({ connection, chatId }: Writer) => {
    while (number - firstNumber - receivers.times.length / recipients >= maxInFlight) await pause(1);
    number += 1;
    const own = number;
    const sentAt = performance.now();
    receivers.sentAt[own] = sentAt;
    const content = `${contentPrefix}${own}`.padEnd(contentLength, ' and more');
    const { status } = await connection.tryPost(sendMessage.path, {
      chatId,
      content,
      type: 'text',
      clientId: `m${own}`,
    });
    answeredMs.push(performance.now() - sentAt);
    if (status >= 300) refused += 1;
  };
  await (rate === 'as fast as it goes'
    ? Promise.all(writers.map((writer) => writeUntil(endsAt, () => writeOne(writer))))
    : writeAtRate({ rate, endsAt, writers, writeOne }));
  const wroteMs = performance.now() - startedAt;

  const written = number - firstNumber - refused;
  const expected = written * recipients;
  for (let waited = 0; receivers.times.length < expected && waited < 10_000; waited += 20) await pause(20);
  // A message refused as late may still have been stored, and arrive.
  if (receivers.times.length < expected) throw new Error(`${receivers.times.length} of ${expected} deliveries arrived`);
  const tookMs = performance.now() - startedAt;
  const cpuMs = (await cpuMsOf(pid)) - cpuBefore;
  return {
    askedPerSecond: rate,
    messagesPerSecond: Math.round((written * 1000) / wroteMs),
    deliveriesPerSecond: Math.round((expected * 1000) / tookMs),
    latency: summarise(receivers.times),
    answered: summarise(answeredMs),
    refused,
    cpuMsPer1000Deliveries: round2((cpuMs * 1000) / expected),
  };
}

async function writeUntil(endsAt: number, write: () => Promise<void>) {
  while (performance.now() < endsAt) await write();
}

interface Paced {
  readonly rate: number;
  readonly endsAt: number;
  readonly writers: readonly Writer[];
  readonly writeOne: (writer: Writer) => Promise<void>;
}

/** Starts each message on schedule, whether or not earlier ones are answered, as long as a connection is free. */
async function writeAtRate({ rate, endsAt, writers, writeOne }: Paced) {
  const free = [...writers];
  const inFlight = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let due = 0; performance.now() < endsAt;) {
    const wanted = ((performance.now() - startedAt) * rate) / 1000;
    for (; due < wanted && free.length > 0; due += 1) {
      const writer = free.shift() as Writer;
      const one = writeOne(writer).finally(() => {
        free.push(writer);
        inFlight.delete(one);
      });
      inFlight.add(one);
    }
    await pause(1);
  }
  await Promise.all(inFlight);
}
