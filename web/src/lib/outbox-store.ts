import type { ChatId, ClientId, UserId } from '@chat-app/contract';

/** What is kept of a message until the server has it, apart from its file. */
export interface OutboxRow {
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly chatId: ChatId;
  /** Grows with every message written in this browser. */
  readonly order: number;
  readonly type: 'text' | 'emoji' | 'image' | 'file';
  readonly content: string;
  readonly createdAt: string;
  /** There is a file to upload, kept under the same `clientId`. */
  readonly hasFile?: true;
  readonly width?: number;
  readonly height?: number;
  /** Where the image is, once it was uploaded: the second step alone is left. */
  readonly uploadedUrl?: string;
  /** Why it was refused; it waits for the person to decide. */
  readonly failure?: string;
}

export interface OutboxEntry extends OutboxRow {
  /** What has to be uploaded. */
  readonly file?: File;
}

/** A file that was attached to a draft. A message with the same `clientId` takes it over. */
export interface DraftFile {
  readonly clientId: ClientId;
  readonly userId: UserId;
  readonly chatId: ChatId;
  readonly order: number;
  readonly type: 'image' | 'file';
  readonly file: File;
}

/** What can change about an entry; `undefined` takes it away. */
export interface EntryChange {
  readonly uploadedUrl?: string | undefined;
  readonly failure?: string | undefined;
}

/** Keeps unsent messages in this browser. All tabs see the same. */
export interface OutboxStore {
  /** In the order they were written. */
  list: (userId: UserId) => Promise<readonly OutboxEntry[]>;
  find: (clientId: ClientId) => Promise<OutboxEntry | null>;
  /**
   * All of them or none; those that are there already stay as they are. A file that was kept before need not be given
   * again, and a message whose file is nowhere is left out. Resolves to whether they outlive the tab.
   */
  addAll: (entries: readonly OutboxEntry[]) => Promise<boolean>;
  /** Changes nothing when it is gone: another tab may have removed it meanwhile. */
  update: (clientId: ClientId, change: EntryChange) => Promise<void>;
  remove: (clientId: ClientId) => Promise<void>;
  /** Messages and files. */
  removeWhere: (isUnwanted: (owner: Pick<OutboxRow, 'userId' | 'chatId'>) => boolean) => Promise<void>;
  /** Resolves to whether it outlives the tab. */
  keepFile: (draft: DraftFile) => Promise<boolean>;
  /** The files that belong to no message yet, in the order they were attached. */
  listFiles: (userId: UserId) => Promise<readonly DraftFile[]>;
  /** Changes nothing when a message has taken the file over. */
  removeFile: (clientId: ClientId) => Promise<void>;
  close: () => void;
}

/** As long as the tab: for browsers that keep nothing, such as some private windows. */
export function createMemoryStore(): OutboxStore {
  const entryById = new Map<ClientId, OutboxEntry>();
  return {
    list: async (userId) => inOrder([...entryById.values()].filter((entry) => entry.userId === userId)),
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
      if (entry) entryById.set(clientId, changed(entry, change));
    },
    remove: async (clientId) => void entryById.delete(clientId),
    removeWhere: async (isUnwanted) => {
      for (const entry of entryById.values()) if (isUnwanted(entry)) entryById.delete(entry.clientId);
    },
    // The composer holds the files of its draft itself.
    keepFile: async () => false,
    listFiles: async () => [],
    removeFile: async () => {},
    close: () => {},
  };
}

/** The lasting store where there is one; what it has no room for, or cannot do any more, lives as long as the tab. */
export function createOutboxStore(openLasting: () => Promise<OutboxStore>): OutboxStore {
  const memory = createMemoryStore();
  const lasting = soon(openLasting()).catch(() => createMemoryStore());
  /** A database can break at any time: the disk fills up, the person clears the site's data. Sending goes on all the same. */
  const attempt = async <Result>(work: (store: OutboxStore) => Promise<Result>, otherwise: Result): Promise<Result> => {
    try {
      return await work(await lasting);
    } catch {
      return otherwise;
    }
  };
  return {
    list: async (userId) =>
      inOrder([...(await attempt((store) => store.list(userId), [])), ...(await memory.list(userId))]),
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
    keepFile: (draft) => attempt((store) => store.keepFile(draft), false),
    listFiles: (userId) => attempt<readonly DraftFile[]>((store) => store.listFiles(userId), []),
    removeFile: (clientId) => attempt((store) => store.removeFile(clientId), undefined),
    close: () => void lasting.then((store) => store.close()),
  };
}

const openWithinMs = 3000;

/** Some browsers have databases that neither open nor fail. One that opens later is of no use any more. */
async function soon(opening: Promise<OutboxStore>): Promise<OutboxStore> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The database does not open'));
      void opening.then((store) => store.close()).catch(() => undefined);
    }, openWithinMs);
  });
  try {
    return await Promise.race([opening, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function changed<Row extends OutboxRow>(entry: Row, change: EntryChange): Row {
  const { failure, uploadedUrl, ...rest } = { ...entry, ...change };
  const kept = { ...(failure !== undefined && { failure }), ...(uploadedUrl !== undefined && { uploadedUrl }) };
  return { ...rest, ...kept } as Row;
}

export function inOrder<Item extends { readonly order: number }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => a.order - b.order);
}
