import { limits } from '@chat-app/contract';

const megabyte = 1024 * 1024;
const tailLength = 3;

/** A file's name cut in the middle, so that its real ending stays in sight. */
export function shortFileName(name: string, length: number = limits.fileNameShownLength): string {
  const characters = Array.from(visible(name));
  if (characters.length <= length) return characters.join('');
  const dot = characters.lastIndexOf('.');
  // With the last letters before it: the dots of '….pdf' would run together.
  const ending =
    dot > 0 && characters.length - dot <= length / 2 ? characters.slice(Math.max(1, dot - tailLength)) : [];
  return [...characters.slice(0, length - ending.length - 1), '…', ...ending].join('');
}

/** What turns the writing direction could make `gpj.exe` look like a picture. */
function visible(name: string): string {
  return name.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Bytes as the product shows them. */
export function megabytes(bytes: number): string {
  // A file that is not empty does not look so.
  const amount = bytes > 0 ? Math.max(bytes / megabyte, 0.01) : 0;
  return `${amount.toFixed(2)} MB`;
}
