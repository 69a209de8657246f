import type { ClientId, UserId } from '@chat-app/contract';
import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';
import { withChange, sortByOrder } from './store.ts';
import type { DraftFile, OutboxEntry, OutboxStore } from './store.ts';

interface Schema extends DBSchema {
  messages: { key: ClientId; value: OutboxEntry; indexes: { byUser: UserId } };
  /** A separate store, so that a file is written once when attached and not again when its message changes. */
  files: { key: ClientId; value: DraftFile; indexes: { byUser: UserId } };
}

type Database = IDBPDatabase<Schema>;

/** The outbox in IndexedDB, which can store files and survives the tab. */
export async function openOutboxDatabase(): Promise<OutboxStore> {
  const database = await openDB<Schema>('chat-app.outbox', 2, {
    upgrade: (fresh, oldVersion) => {
      if (oldVersion < 1) fresh.createObjectStore('messages', { keyPath: 'clientId' }).createIndex('byUser', 'userId');
      fresh.createObjectStore('files', { keyPath: 'clientId' }).createIndex('byUser', 'userId');
    },
    // A newer version in another tab must not wait for this one.
    blocking: () => database.close(),
  });
  return { ...messagesIn(database), ...filesIn(database), close: () => database.close() };
}

function messagesIn(
  database: Database,
): Pick<OutboxStore, 'list' | 'find' | 'addAll' | 'update' | 'remove' | 'removeWhere'> {
  return {
    list: async (userId) => {
      const { messages, files } = await readFor(database, userId);
      const fileById = new Map(files.map(({ clientId, file }) => [clientId, file]));
      return sortByOrder(messages.map((entry) => withFile(entry, fileById.get(entry.clientId))));
    },
    find: async (clientId) => {
      const reading = database.transaction(['messages', 'files']);
      const entry = await reading.objectStore('messages').get(clientId);
      return entry ? withFile(entry, (await reading.objectStore('files').get(clientId))?.file) : null;
    },
    addAll: async (entries) => {
      // Strict durability: the data is on the disk before the draft is removed.
      const { messages, files, done } = changeBoth(database, { durability: 'strict' });
      const add = async ({ file, ...row }: OutboxEntry) => {
        if ((await messages.getKey(row.clientId)) !== undefined) return;
        const isFileStored = (await files.getKey(row.clientId)) !== undefined;
        if (file && !isFileStored) await files.put(fileOf(row, file));
        if (!row.hasFile || file || isFileStored) await messages.put(row);
      };
      await Promise.all([...entries.map(add), done]);
      return true;
    },
    update: async (clientId, change) => {
      const changes = database.transaction('messages', 'readwrite');
      const entry = await changes.store.get(clientId);
      if (entry) await changes.store.put(withChange(entry, change));
      await changes.done;
    },
    remove: async (clientId) => {
      const { messages, files, done } = changeBoth(database);
      await Promise.all([messages.delete(clientId), files.delete(clientId), done]);
    },
    removeWhere: async (isUnwanted) => {
      const { messages, files, done } = changeBoth(database);
      for await (const cursor of messages) if (isUnwanted(cursor.value)) await cursor.delete();
      for await (const cursor of files) if (isUnwanted(cursor.value)) await cursor.delete();
      await done;
    },
  };
}

function filesIn(database: Database): Pick<OutboxStore, 'putFile' | 'listFiles' | 'removeFile'> {
  return {
    putFile: async (draft) => {
      await database.put('files', draft);
      return true;
    },
    listFiles: async (userId) => {
      const { messages, files } = await readFor(database, userId);
      const taken = new Set(messages.map(({ clientId }) => clientId));
      return sortByOrder(files.filter(({ clientId }) => !taken.has(clientId)));
    },
    removeFile: async (clientId) => {
      const { messages, files, done } = changeBoth(database);
      if ((await messages.getKey(clientId)) === undefined) await files.delete(clientId);
      await done;
    },
  };
}

function changeBoth(database: Database, options?: IDBTransactionOptions) {
  const changes = database.transaction(['messages', 'files'], 'readwrite', options);
  return { messages: changes.objectStore('messages'), files: changes.objectStore('files'), done: changes.done };
}

async function readFor(database: Database, userId: UserId) {
  const reading = database.transaction(['messages', 'files']);
  const [messages, files] = await Promise.all([
    reading.objectStore('messages').index('byUser').getAll(userId),
    reading.objectStore('files').index('byUser').getAll(userId),
  ]);
  return { messages, files };
}

/** Earlier versions stored the file inside the message. */
function withFile(entry: OutboxEntry, file = entry.file): OutboxEntry {
  return file ? { ...entry, file } : entry;
}

function fileOf({ clientId, userId, chatId, order, type }: OutboxEntry, file: File): DraftFile {
  return { clientId, userId, chatId, order, type: type === 'image' ? 'image' : 'file', file };
}
