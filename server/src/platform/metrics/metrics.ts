import type { ErrorCode } from '@chat-app/contract';

/** Which way something came in. */
export type Door = 'http' | 'socket';

/** What became of an event that a browser sent. */
export type EventOutcome = 'done' | 'refused' | 'failed' | 'limited';

export interface Answered {
  readonly method: string;
  /** The pattern, never the address that was asked for: that would make a series of each id, and tell it. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface PoolLoad {
  readonly size: number;
  readonly inUse: number;
  /** Statements and transactions beyond what the connections can do at once. */
  readonly waiting: number;
}

/** What the program counts of itself. No person, chat or address becomes a label: metrics are read by others than logs. */
export interface Metrics {
  answered: (answer: Answered) => void;
  failed: (code: ErrorCode, door: Door) => void;
  eventReceived: (event: string, outcome: EventOutcome) => void;
  /** An event was handed to one device's connection. */
  delivered: (event: string) => void;
  /** A message is durable, this long after it was accepted. */
  messageCommitted: (seconds: number) => void;
  /** What was committed together in one chat was handed on to its audience, this long after the commit. */
  messagesTold: (seconds: number) => void;
  stalledDropped: () => void;
  /** An event could not be told to the other processes. */
  eventLost: () => void;
  /** A transaction got its connection. */
  poolWaited: (seconds: number) => void;

  /** The following are asked when somebody looks. */
  watchQueue: (queue: string, depth: () => number) => void;
  watchPool: (load: () => PoolLoad) => void;
  watchSockets: (count: () => { sockets: number; people: number }) => void;
  /** Up while the check does not throw. */
  watchService: (service: string, check: () => Promise<void>) => void;
  watchDraining: (isDraining: () => boolean) => void;
}
