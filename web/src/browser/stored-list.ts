interface StoredList<Item> {
  list: () => readonly Item[];
  /** Adds the item, or replaces the one with the same key. */
  put: (item: Item) => void;
  remove: (key: string) => void;
}

/** A short list in local storage, shared by all tabs. Always empty without storage. */
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
      // The storage is full or forbidden. The item is lost when the tab closes.
    }
  };
  return {
    list,
    put: (item) => store([...without(keyOf(item)), item]),
    remove: (key) => store(without(key)),
  };
}

/** Whether the list has items, without reading them. */
export function isStored(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}
