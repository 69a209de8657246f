import type { UserId } from '@chat-app/contract';
import type { Pending, Transfer } from './transfer.ts';

/** Stores the transfers of all nodes, at most one per pair of people. */
export interface TransferStore {
  /**
   * Reads a pair's transfer, applies the change and stores the result atomically. `change` may run more than once, so
   * it must have no side effects. When it throws, nothing is stored. Updates run in the order of the calls.
   */
  update: <Outcome extends { readonly transfer: Transfer | null }>(
    pair: string,
    change: (transfer: Transfer | null) => Outcome,
  ) => Promise<Outcome>;
  /** Expired pairs, a bounded number of them. The first node to update one handles it; the others find it changed. */
  listDue: (now: number) => Promise<string[]>;
  list: () => Promise<Transfer[]>;
  /** Requests that this person has not answered. */
  listPendingFor: (userId: UserId) => Promise<Pending[]>;
}
