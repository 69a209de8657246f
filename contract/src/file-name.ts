import { limits } from './limits.ts';

// Line breaks and other controls, and the marks that turn the reading direction so that `gpj.exe` reads `exe.jpg`.
const treacherous = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** What a file is called by us: the sender's name for it, without folders and without tricks. */
export function cleanFileName(given: string): string {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replace(treacherous, '').trim();
  if (name === '' || /^\.+$/.test(name)) return 'file';
  if (name.length <= limits.fileNameMaxLength) return name;
  // The ending says what it is; the middle can go.
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return name.slice(0, limits.fileNameMaxLength - ending.length).replace(/\p{Cs}$/u, '') + ending;
}
