const revokeAfterMs = 60_000;

/** Hands something to the browser's downloads, under a name. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser takes it up a moment later; what it has taken up outlives the address.
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
