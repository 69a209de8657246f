import type { TransferStore } from './transfer-store.ts';
import type { Pending, Transfer } from './transfer.ts';

/** The transfers of a single process. */
export function createMemoryTransferStore(): TransferStore {
  const transferByPair = new Map<string, Transfer>();
  return {
    update: async (pair, change) => {
      const outcome = change(transferByPair.get(pair) ?? null);
      if (outcome.transfer) transferByPair.set(pair, outcome.transfer);
      else transferByPair.delete(pair);
      return outcome;
    },
    listDue: async (now) => [...transferByPair].filter(([, { endsAt }]) => endsAt <= now).map(([pair]) => pair),
    list: async () => [...transferByPair.values()],
    listPendingFor: async (userId) =>
      [...transferByPair.values()].filter(
        (transfer): transfer is Pending => transfer.phase === 'pending' && transfer.receiverId === userId,
      ),
  };
}
