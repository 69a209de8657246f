import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { changed, inOrder } from './outbox-store.ts';
import type { OutboxEntry, OutboxStore } from './outbox-store.ts';

interface Schema extends DBSchema {
  messages: { key: string; value: OutboxEntry; indexes: { byUser: string } };
}

/** The browser's own database: it holds files too, and outlives the tab. */
export async function openOutboxDatabase(): Promise<OutboxStore> {
  const database = await openDB<Schema>('chat-app.outbox', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('messages', { keyPath: 'clientId' }).createIndex('byUser', 'userId');
    },
    // A later version in another tab must not wait for this one.
    blocking: () => database.close(),
  });
  return {
    list: async (userId) => inOrder(await database.getAllFromIndex('messages', 'byUser', userId)),
    find: async (clientId) => (await database.get('messages', clientId)) ?? null,
    add: async (entry) => void (await database.put('messages', entry)),
    update: async (clientId, change) => {
      const changes = database.transaction('messages', 'readwrite');
      const entry = await changes.store.get(clientId);
      if (entry) await changes.store.put(changed(entry, change));
      await changes.done;
    },
    remove: (clientId) => database.delete('messages', clientId),
    removeWhere: async (isUnwanted) => {
      const changes = database.transaction('messages', 'readwrite');
      for await (const cursor of changes.store) if (isUnwanted(cursor.value)) await cursor.delete();
      await changes.done;
    },
    close: () => database.close(),
  };
}
