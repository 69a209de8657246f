/** An audio chunk as it is sent: `data:audio/...;base64,...`. */
export function toDataUrl(type: string, bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:${type};base64,${btoa(text)}`;
}

/** Null if the URL does not hold audio. */
export function fromDataUrl(url: string): { type: string; bytes: Uint8Array<ArrayBuffer> } | null {
  const comma = url.indexOf(',');
  const [, type] = /^data:(audio\/[\w.+-]+)/.exec(url.slice(0, comma)) ?? [];
  if (type === undefined) return null;
  try {
    return { type, bytes: Uint8Array.from(atob(url.slice(comma + 1)), (letter) => letter.charCodeAt(0)) };
  } catch {
    return null;
  }
}
