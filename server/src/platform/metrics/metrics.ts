import type { ErrorCode } from '@chat-app/contract';

/** The transport through which a request arrived. */
export type Transport = 'http' | 'socket';

/** The outcome of an event that a browser sent. */
export type EventOutcome = 'done' | 'refused' | 'failed' | 'limited';

export interface Answered {
  readonly method: string;
  /** The route pattern, never the requested address: that would create a series per id, and expose the ids. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface PoolLoad {
  readonly size: number;
  readonly inUse: number;
  /** Statements and transactions queued because all connections are busy. */
  readonly waiting: number;
}

/** The application's own metrics. No user, chat or address becomes a label: metrics have other readers than logs. */
export interface Metrics {
  answered: (answer: Answered) => void;
  failed: (code: ErrorCode, transport: Transport) => void;
  eventReceived: (event: string, outcome: EventOutcome) => void;
  /** An event was written to the connections of this many devices. */
  delivered: (event: string, count: number) => void;
  /** A message is durable, this long after it was accepted. */
  messageCommitted: (seconds: number) => void;
  /** A batch committed in one chat was emitted to its audience, this long after the commit. */
  messagesBroadcast: (seconds: number) => void;
  stalledDropped: () => void;
  /** An event could not be sent to the other processes. */
  eventLost: () => void;
  /** A transaction got its connection, after waiting this long. */
  poolWaited: (seconds: number) => void;

  /** The following callbacks run when metrics are read. */
  watchQueue: (queue: string, depth: () => number) => void;
  watchPool: (load: () => PoolLoad) => void;
  watchSockets: (count: () => { sockets: number; people: number }) => void;
  /** Up while the check does not throw. */
  watchService: (service: string, check: () => Promise<void>) => void;
  watchDraining: (isDraining: () => boolean) => void;
}

/** How loaded this process is. */
export interface Load {
  readonly sockets: number;
  readonly people: number;
  readonly pool: PoolLoad;
  /** Jobs waiting or under way. */
  readonly depthByQueue: Readonly<Record<string, number>>;
}
