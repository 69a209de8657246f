import { performance } from 'node:perf_hooks';

/** The text before the number in every message. */
export const contentPrefix = 'message number ';
const prefixBytes = Buffer.from(contentPrefix);

/** What happened to the messages of one run. */
export interface MessageRun {
  /** The number of its first message. */
  readonly first: number;
  /** When each was due; latencies count from there. */
  readonly dueAt: number[];
  /** How many devices each has still to reach. */
  readonly missing: number[];
  readonly deliveryMs: number[];
  readonly answerMs: number[];
  deliveries: number;
  duplicates: number;
  answers: number;
  /** Messages refused, by code. */
  readonly refusals: Record<string, number>;
  refused: number;
}

/** Records when messages are answered and when they reach devices. Messages due before `measuredFrom` are not timed. */
export function createMessageLog() {
  let run = newRun(1);
  let measuredFrom = 0;
  let onAnswered: (index: number) => void = () => {};

  return {
    /** Begins a run; what still arrives of earlier ones is ignored. */
    start: (from: number, handleAnswered: (index: number) => void): MessageRun => {
      run = newRun(run.first + run.dueAt.length);
      [measuredFrom, onAnswered] = [from, handleAnswered];
      return run;
    },
    /** The code is null for a message that was accepted. */
    recordAnswer: (number: number, refusal: string | null) => {
      const index = number - run.first;
      const dueAt = run.dueAt[index];
      if (dueAt === undefined) return;
      run.answers += 1;
      if (dueAt >= measuredFrom) run.answerMs.push(performance.now() - dueAt);
      if (refusal !== null) {
        run.refused += 1;
        run.refusals[refusal] = (run.refusals[refusal] ?? 0) + 1;
        run.missing[index] = 0;
      }
      onAnswered(index);
    },
    /** An event that reached a device; other events than messages of this run are ignored. */
    recordEvent: (event: Buffer) => {
      const at = event.indexOf(prefixBytes);
      if (at < 0) return;
      const index = numberAt(event, at + prefixBytes.length) - run.first;
      const dueAt = run.dueAt[index];
      if (dueAt === undefined) return;
      const missing = run.missing[index] ?? 0;
      if (missing === 0) {
        run.duplicates += 1;
        return;
      }
      run.missing[index] = missing - 1;
      run.deliveries += 1;
      if (dueAt >= measuredFrom) run.deliveryMs.push(performance.now() - dueAt);
    },
  };
}

export type MessageLog = ReturnType<typeof createMessageLog>;

function newRun(first: number): MessageRun {
  const lists = { dueAt: [], missing: [], deliveryMs: [], answerMs: [] };
  return { first, ...lists, deliveries: 0, duplicates: 0, answers: 0, refusals: {}, refused: 0 };
}

/** The decimal number that starts at this position. */
export function numberAt(bytes: Buffer, start: number): number {
  let value = 0;
  for (let at = start; ; at += 1) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
