import type { UserId } from '@chat-app/contract';
import type { Pending, Transfer } from './transfer.ts';

/** Where the transfers are, for all nodes. At most one between two people. */
export interface TransferStore {
  /**
   * Reads a pair's transfer, lets the change decide and keeps what it says; nobody else's change comes in between. It may
   * be tried more than once, so it does nothing else. When it throws, nothing is changed. In the order in which it is called.
   */
  update: <Outcome extends { readonly transfer: Transfer | null }>(
    pair: string,
    change: (transfer: Transfer | null) => Outcome,
  ) => Promise<Outcome>;
  /** Pairs whose time is over, a bounded number of them. Whoever then changes one first has it; the others find it changed. */
  listDue: (now: number) => Promise<string[]>;
  list: () => Promise<Transfer[]>;
  /** What somebody was asked and has not answered. */
  listAsked: (userId: UserId) => Promise<Pending[]>;
}
