import { limits } from '@chat-app/contract';

const megabyte = 1024 * 1024;
const tailLength = 3;

/** A file name shortened in the middle, so that its real extension stays visible. */
export function shortFileName(name: string, length: number = limits.fileNameShownLength): string {
  const characters = Array.from(visible(name));
  if (characters.length <= length) return characters.join('');
  const dot = characters.lastIndexOf('.');
  // Keep the last letters before the extension, because the dots of '….pdf' would run together.
  const ending =
    dot > 0 && characters.length - dot <= length / 2 ? characters.slice(Math.max(1, dot - tailLength)) : [];
  return [...characters.slice(0, length - ending.length - 1), '…', ...ending].join('');
}

/** Removes bidirectional control characters, which could make `gpj.exe` look like an image. */
function visible(name: string): string {
  return name.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** A size in the format that the product shows. */
export function megabytes(bytes: number): string {
  // A file that is not empty must not show as 0.00 MB.
  const amount = bytes > 0 ? Math.max(bytes / megabyte, 0.01) : 0;
  return `${amount.toFixed(2)} MB`;
}
