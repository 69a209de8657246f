import { limits } from './limits.ts';

// Line breaks and other controls, and the bidi marks that make `gpj.exe` read as `exe.jpg`.
const treacherous = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The sender's file name without folders and without misleading characters. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replace(treacherous, '').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  if (name.length <= limits.fileNameMaxLength) return name;
  // The extension identifies the type; the middle is truncated.
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return name.slice(0, limits.fileNameMaxLength - ending.length).replace(/\p{Cs}$/u, '') + ending;
}
