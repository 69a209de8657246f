type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
type RemovableHandle = FileSystemFileHandle & { remove?: () => Promise<void> };

const picker = () => (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Not every browser lets a page write into a file of the person's choice. */
export const canPickTarget = () => picker() !== undefined;

/** A file of the person's choice. */
export interface PickedTarget {
  readonly handle: FileSystemFileHandle;
  /** Nothing is lost if it goes: there was none, or the browser has emptied it while it was picked. */
  readonly isEmpty: boolean;
}

/** Asks where something is to be saved. Null: nowhere. */
export async function pickTarget(suggestedName: string): Promise<PickedTarget | null> {
  try {
    const handle = await picker()?.({ suggestedName });
    return handle ? { handle, isEmpty: (await handle.getFile()).size === 0 } : null;
  } catch {
    // The person changed their mind, or the name is one that the browser does not allow.
    return null;
  }
}

/** Nothing came of it: picking alone has made a file, and an empty one would look like what was to be saved. */
export async function removeTarget({ handle, isEmpty }: PickedTarget): Promise<void> {
  try {
    if (isEmpty) await (handle as RemovableHandle).remove?.();
  } catch {
    // It is gone already, or the browser does not let us.
  }
}
