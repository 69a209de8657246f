import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { offlineDatabaseName } from './forget-offline.ts';

/** A query of the cache with its key. */
export interface KeptQuery {
  readonly queryKey: readonly string[];
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  queries: { key: string; value: KeptQuery };
}

export type OfflineStore = Awaited<ReturnType<typeof openOfflineStore>>;

/** The last data of one user, for use without a network. The next user starts with an empty database. */
export async function openOfflineStore() {
  const database = await openDB<Schema>(offlineDatabaseName, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('queries');
    },
    // A logout in another tab deletes the database and must not wait for this tab.
    blocking: () => database.close(),
  });
  const nameOf = (queryKey: readonly string[]) => queryKey.join(' ');
  return {
    list: () => database.getAll('queries'),
    /** Writes these queries and removes unwanted ones. */
    write: async (queries: readonly KeptQuery[], isUnwanted: (queryKey: readonly string[]) => boolean) => {
      const changes = database.transaction('queries', 'readwrite');
      for (const query of queries) await changes.store.put(query, nameOf(query.queryKey));
      for await (const cursor of changes.store) if (isUnwanted(cursor.value.queryKey)) await cursor.delete();
      await changes.done;
    },
    clear: () => database.clear('queries'),
    close: () => database.close(),
  };
}
