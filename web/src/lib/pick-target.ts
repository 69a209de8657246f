type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const picker = () => (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Not every browser lets a page write into a file of the person's choice. */
export const canPickTarget = () => picker() !== undefined;

/** Asks where something is to be saved. Null: nowhere. */
export async function pickTarget(suggestedName: string): Promise<FileSystemFileHandle | null> {
  try {
    return (await picker()?.({ suggestedName })) ?? null;
  } catch {
    // The person changed their mind, or the name is one that the browser does not allow.
    return null;
  }
}
