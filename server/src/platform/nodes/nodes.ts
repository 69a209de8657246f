import { newId, type NodeId } from '../ids.ts';

/** The processes that share one database and one Redis. */
export interface Nodes {
  /** The id of this process. */
  readonly id: NodeId;
  /**
   * Runs when a node has died or stopped and its state must be released. Runs in one process; may run more than once.
   * `expiredAt` is the time at which this was found, in milliseconds of Redis's clock.
   */
  onNodeExpired: (listener: (nodeId: NodeId, expiredAt: number) => Promise<void>) => void;
  /** Runs when the other nodes have lost this process's registration, and it must publish its state again. */
  onRegistrationLost: (listener: () => Promise<void>) => void;
  close: () => Promise<void>;
}

/** A single process: when it dies, its state is lost with it. */
export function createSingleNode(): Nodes {
  return { id: newId(), onNodeExpired: () => {}, onRegistrationLost: () => {}, close: async () => {} };
}
