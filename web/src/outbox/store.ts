import type { ChatId, ClientId, Quote, UserId } from '@chat-app/contract';
import type { UnsentMessage } from '../state/draft-records.ts';

export interface OutboxEntry extends UnsentMessage {
  /** The file to upload. */
  readonly file?: File;
}

/** A file attached to a draft. A message with the same `clientId` takes it over. */
export interface DraftFile {
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly chatId: ChatId;
  readonly order: number;
  readonly type: 'image' | 'file';
  readonly file: File;
}

/** The mutable fields of an entry; `undefined` removes a field. */
export interface EntryChange {
  readonly uploadedUrl?: string | undefined;
  readonly failure?: string | undefined;
  readonly replyTo?: Quote | undefined;
}

/** Stores unsent messages in this browser, shared by all tabs. */
export interface OutboxStore {
  /** The entries in the order they were written. */
  list: (userId: UserId) => Promise<readonly OutboxEntry[]>;
  find: (clientId: ClientId) => Promise<OutboxEntry | null>;
  /**
   * Adds all entries or none; existing ones stay unchanged. A file that is already stored may be omitted, and a message
   * whose file is missing is left out. Resolves to whether the entries survive the tab.
   */
  addAll: (entries: readonly OutboxEntry[]) => Promise<boolean>;
  /** Does nothing if the entry no longer exists; another tab may have removed it. */
  update: (clientId: ClientId, change: EntryChange) => Promise<void>;
  remove: (clientId: ClientId) => Promise<void>;
  /** Removes messages and files. */
  removeWhere: (isUnwanted: (owner: Pick<UnsentMessage, 'userId' | 'chatId'>) => boolean) => Promise<void>;
  /** Resolves to whether the file survives the tab. */
  putFile: (draft: DraftFile) => Promise<boolean>;
  /** The files without a message, in the order they were attached. */
  listFiles: (userId: UserId) => Promise<readonly DraftFile[]>;
  /** Does nothing if a message has taken over the file. */
  removeFile: (clientId: ClientId) => Promise<void>;
  close: () => void;
}

/** Lasts as long as the tab. For browsers without storage, such as some private windows. */
export function createMemoryStore(): OutboxStore {
  const entryById = new Map<ClientId, OutboxEntry>();
  return {
    list: async (userId) => sortByOrder([...entryById.values()].filter((entry) => entry.userId === userId)),
    find: async (clientId) => entryById.get(clientId) ?? null,
    addAll: async (entries) => {
      const isWhole = ({ hasFile, file }: OutboxEntry) => !hasFile || file !== undefined;
      for (const entry of entries) {
        if (isWhole(entry) && !entryById.has(entry.clientId)) entryById.set(entry.clientId, entry);
      }
      return false;
    },
    update: async (clientId, change) => {
      const entry = entryById.get(clientId);
      if (entry) entryById.set(clientId, withChange(entry, change));
    },
    remove: async (clientId) => void entryById.delete(clientId),
    removeWhere: async (isUnwanted) => {
      for (const entry of entryById.values()) if (isUnwanted(entry)) entryById.delete(entry.clientId);
    },
    // The composer keeps the files of its draft.
    putFile: async () => false,
    listFiles: async () => [],
    removeFile: async () => {},
    close: () => {},
  };
}

/** Uses the lasting store if possible. Entries that it cannot store stay in memory, as long as the tab lives. */
export function createOutboxStore(openLasting: () => Promise<OutboxStore>): OutboxStore {
  const memory = createMemoryStore();
  const lasting = withTimeout(openLasting()).catch(() => createMemoryStore());
  /** A database can fail at any time: the disk is full, or the person clears the site data. Sending still works. */
  const attempt = async <Result>(work: (store: OutboxStore) => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work(await lasting);
    } catch {
      return otherwise;
    }
  };
  return {
    list: async (userId) =>
      sortByOrder([...(await attempt((store) => store.list(userId), [])), ...(await memory.list(userId))]),
    find: async (clientId) => (await memory.find(clientId)) ?? (await attempt((store) => store.find(clientId), null)),
    addAll: async (entries) => {
      const isLasting = await attempt<boolean | null>((store) => store.addAll(entries), null);
      return isLasting ?? memory.addAll(entries);
    },
    update: async (clientId, change) => {
      await memory.update(clientId, change);
      await attempt((store) => store.update(clientId, change), undefined);
    },
    remove: async (clientId) => {
      await memory.remove(clientId);
      await attempt((store) => store.remove(clientId), undefined);
    },
    removeWhere: async (isUnwanted) => {
      await memory.removeWhere(isUnwanted);
      await attempt((store) => store.removeWhere(isUnwanted), undefined);
    },
    putFile: (draft) => attempt((store) => store.putFile(draft), false),
    listFiles: (userId) => attempt<readonly DraftFile[]>((store) => store.listFiles(userId), []),
    removeFile: (clientId) => attempt((store) => store.removeFile(clientId), undefined),
    close: () => void lasting.then((store) => store.close()),
  };
}

const openTimeoutMs = 3000;

/** In some browsers a database neither opens nor fails. One that opens too late is closed. */
async function withTimeout(opening: Promise<OutboxStore>): Promise<OutboxStore> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The database does not open'));
      void opening.then((store) => store.close()).catch(() => undefined);
    }, openTimeoutMs);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function withChange<Row extends UnsentMessage>(entry: Row, change: EntryChange): Row {
  const { failure, uploadedUrl, replyTo, ...rest } = { ...entry, ...change };
  const kept = {
    ...(failure !== undefined && { failure }),
    ...(uploadedUrl !== undefined && { uploadedUrl }),
    ...(replyTo && { replyTo }),
  };
  return { ...rest, ...kept } as Row;
}

export function sortByOrder<Item extends { readonly order: number }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => a.order - b.order);
}
