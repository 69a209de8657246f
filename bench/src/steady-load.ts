import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Devices } from './devices.ts';
import type { MessageLog, MessageRun } from './message-log.ts';
import type { MessageSender } from './message-senders.ts';
import { type Latencies, round2, summarise } from './measure.ts';
import { type CpuPercent, watchCpu } from './processes.ts';

export interface SteadyLoad {
  /** Of the program. */
  readonly pid: number;
  readonly log: MessageLog;
  readonly devices: Pick<Devices, 'reopen'>;
  readonly senders: readonly MessageSender[];
  /** How many devices each message has to reach. */
  readonly recipients: number;
}

export interface SteadyRun {
  readonly rate: number;
  /** Sent at the same rate before, and not timed. */
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Per sender. A message that is due while every sender has this many waits, and its time counts. */
  readonly maxUnanswered: number;
}

export interface SteadyResult {
  readonly askedPerSecond: number;
  readonly messagesPerSecond: number;
  readonly deliveriesPerSecond: number;
  /** From when a message was due until it is on the device of another user. */
  readonly latency: Latencies;
  /** From when a message was due until its sender has the answer. */
  readonly answered: Latencies;
  /** Messages refused, by code. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly unsent: number;
  readonly unanswered: number;
  /** Accepted messages that have not reached all devices. */
  readonly undelivered: number;
  readonly duplicates: number;
  /** Devices that the program disconnected. */
  readonly dropped: number;
  /** Of program and database. */
  readonly cpuMsPer1000Messages: number;
  readonly cpuPercentOfOneCore: CpuPercent;
}

/** The resolution of timers. A message that leaves this soon counts from then; any later one from when it was due. */
const timerMs = 1.2;
/** For messages that are due but wait for a sender when the time is over. */
const lateMs = 500;
/** For what is under way when sending ends. */
const patienceMs = 5_000;

/** Sends at a steady rate whatever the answers do, in small groups every millisecond, and returns the measurements. */
export async function sendSteadily(load: SteadyLoad, run: SteadyRun): Promise<SteadyResult> {
  const readCpu = await watchCpu(load.pid);
  const startedAt = performance.now();
  const sending = createSending(load, run, startedAt);
  const sent = await sending.sendAll();
  const wroteMs = performance.now() - startedAt;
  const { log } = sending;
  const isSettled = () => log.answers === sent && log.deliveries >= (sent - log.refused) * load.recipients;
  const givesUpAt = performance.now() + patienceMs;
  while (!isSettled() && performance.now() < givesUpAt) await pause(5);
  const tookMs = performance.now() - startedAt;
  const { cpuMs, percentOfOneCore } = await readCpu();
  return {
    askedPerSecond: run.rate,
    messagesPerSecond: Math.round((sent * 1000) / wroteMs),
    deliveriesPerSecond: Math.round((log.deliveries * 1000) / tookMs),
    latency: summarise(log.deliveryMs),
    answered: summarise(log.answerMs),
    refusals: log.refusals,
    unsent: sending.total - sent,
    unanswered: sent - log.answers,
    undelivered: log.missing.filter((count) => count > 0).length,
    duplicates: log.duplicates,
    dropped: await load.devices.reopen(),
    cpuMsPer1000Messages: round2((cpuMs * 1000) / sent),
    cpuPercentOfOneCore: percentOfOneCore,
  };
}

function createSending(load: SteadyLoad, run: SteadyRun, startedAt: number) {
  const { senders, recipients } = load;
  const { rate, warmUpSeconds, seconds, maxUnanswered } = run;
  const total = Math.round(rate * (warmUpSeconds + seconds));
  const endsAt = startedAt + (warmUpSeconds + seconds) * 1000 + lateMs;
  const senderOf: number[] = [];
  const unanswered = senders.map(() => 0);
  const log: MessageRun = load.log.start(startedAt + warmUpSeconds * 1000, (index) => {
    const sender = senderOf[index] ?? 0;
    unanswered[sender] = (unanswered[sender] ?? 0) - 1;
  });
  let turn = 0;

  /** The next sender in turn that may send, or -1. */
  function nextSender(): number {
    for (let tried = 0; tried < senders.length; tried += 1) {
      turn = (turn + 1) % senders.length;
      if ((unanswered[turn] ?? 0) < Math.min(maxUnanswered, senders[turn]?.maxUnanswered ?? 0)) return turn;
    }
    return -1;
  }

  /** Returns how many could be sent in time. */
  async function sendAll(): Promise<number> {
    let sent = 0;
    for (let now = startedAt; sent < total && now < endsAt; now = performance.now()) {
      for (; sent < total; sent += 1) {
        const dueAt = startedAt + (sent * 1000) / rate;
        const sender = dueAt > now ? -1 : nextSender();
        if (sender < 0) break;
        senderOf.push(sender);
        unanswered[sender] = (unanswered[sender] ?? 0) + 1;
        log.dueAt.push(now - dueAt <= timerMs ? now : dueAt);
        log.missing.push(recipients);
        senders[sender]?.send(log.first + sent);
      }
      await pause(1);
    }
    return sent;
  }
  return { total, log, sendAll };
}
