export const imageFormats = ['png', 'jpeg', 'gif', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** How many bytes of a file `sniffImageFormat` needs. */
export const sniffedBytes = 12;

/** The format by the file's first bytes; null for every format we do not accept, whatever its name claims. */
export function sniffImageFormat(head: Uint8Array): ImageFormat | null {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  return null;
}
