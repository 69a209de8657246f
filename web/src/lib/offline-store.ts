import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { offlineDatabaseName } from './forget-offline.ts';

/** Something that was on the screen, under the name it has in memory. */
export interface KeptQuery {
  readonly queryKey: readonly string[];
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  queries: { key: string; value: KeptQuery };
}

export type OfflineStore = Awaited<ReturnType<typeof openOfflineStore>>;

/** What one person saw last, for times without a network. The next one's begins with an empty database. */
export async function openOfflineStore() {
  const database = await openDB<Schema>(offlineDatabaseName, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('queries');
    },
    // Whoever logs out in another tab deletes it, and must not wait for this one.
    blocking: () => database.close(),
  });
  const nameOf = (queryKey: readonly string[]) => queryKey.join(' ');
  return {
    list: () => database.getAll('queries'),
    /** Writes these, and removes what is not wanted any more. */
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
