interface StoredList<Item> {
  list: () => readonly Item[];
  /** Adds it, or puts it in the place of what has the same key. */
  put: (item: Item) => void;
  remove: (key: string) => void;
}

/** A short list in the storage that all tabs share. Where there is no storage it is always empty. */
export function createStoredList<Item>(name: string, keyOf: (item: Item) => string): StoredList<Item> {
  const list = (): readonly Item[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
      return Array.isArray(stored) ? (stored as Item[]) : [];
    } catch {
      return [];
    }
  };
  const without = (key: string) => list().filter((item) => keyOf(item) !== key);
  const store = (items: readonly Item[]) => {
    try {
      if (items.length === 0) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(items));
    } catch {
      // Storage is full or forbidden: what would have been kept is lost with the tab.
    }
  };
  return {
    list,
    put: (item) => store([...without(keyOf(item)), item]),
    remove: (key) => store(without(key)),
  };
}
