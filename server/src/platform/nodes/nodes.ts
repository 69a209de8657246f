import { newId, type NodeId } from '../ids.ts';

/** The processes that share one database and one Redis. */
export interface Nodes {
  /** Of this process. */
  readonly id: NodeId;
  /** A node has died, or has stopped: what it held must be cleared away. Told in one process; may be told again. */
  onDeath: (listener: (nodeId: NodeId) => Promise<void>) => void;
  /** The others do not know any more what this process holds: it must say so again. */
  onRebirth: (listener: () => Promise<void>) => void;
  close: () => Promise<void>;
}

/** One process alone: when it dies, all it held dies with it. */
export function createLoneNode(): Nodes {
  return { id: newId(), onDeath: () => {}, onRebirth: () => {}, close: async () => {} };
}
