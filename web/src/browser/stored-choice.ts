/** The stored choice with this name, or null. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a choice for the next visit. If the storage is full or forbidden, the choice lasts as long as the tab. */
export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // See above.
  }
}
