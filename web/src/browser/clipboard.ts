/** The clipboard is unavailable on plain HTTP, except on localhost. */
const clipboard = () => navigator.clipboard as Clipboard | undefined;

export const canCopy = () => clipboard() !== undefined;

/** Resolves with whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await clipboard()?.writeText(text);
    return canCopy();
  } catch {
    return false;
  }
}
