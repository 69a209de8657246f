type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
type RemovableHandle = FileSystemFileHandle & { remove?: () => Promise<void> };

const picker = () => (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Not every browser lets a page write to a file that the person picks. */
export const canPickTarget = () => picker() !== undefined;

/** A file that the person picked. */
export interface PickedTarget {
  readonly handle: FileSystemFileHandle;
  /** The file can be removed without loss: it is new, or the browser truncated it when it was picked. */
  readonly isEmpty: boolean;
}

/** Asks where to save a file. Null if the person cancels. */
export async function pickTarget(suggestedName: string): Promise<PickedTarget | null> {
  try {
    const handle = await picker()?.({ suggestedName });
    return handle ? { handle, isEmpty: (await handle.getFile()).size === 0 } : null;
  } catch {
    // The person cancelled, or the browser does not allow the name.
    return null;
  }
}

/** After a failed save, removes the empty file that picking created. It would look like the saved file. */
export async function removeTarget({ handle, isEmpty }: PickedTarget): Promise<void> {
  try {
    if (isEmpty) await (handle as RemovableHandle).remove?.();
  } catch {
    // The file no longer exists, or the browser does not allow it.
  }
}

const revokeAfterMs = 60_000;

/** Downloads a blob under a file name. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download starts a moment later. Once started, it no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
