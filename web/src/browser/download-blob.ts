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
