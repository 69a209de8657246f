import { fieldTexts } from '@chat-app/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { invalidInput } from './errors.ts';
import { serverDir } from './paths.ts';

/**
 * The 100,000 most common passwords, in lower case, one per line: the first ones of Mark Burnett's list of ten million,
 * which is in the public domain.
 */
const file = join(serverDir, 'src/platform/common-passwords.txt.br');

let list: Buffer | null = null;

/** Whatever its case. Looking through the list takes less than a millisecond, a Set of it 8 MB. */
export function isCommonPassword(password: string): boolean {
  list ??= brotliDecompressSync(readFileSync(file));
  return list.includes(`\n${password.toLowerCase()}\n`);
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');

/** The name of the product with some digits and symbols is what guessers try first here, and in no common list. */
export function isNamedAfter(password: string, title: string): boolean {
  const letters = lettersOf(title);
  return letters.length > 0 && lettersOf(password) === letters;
}

interface NewPassword {
  /** The field of its form. */
  readonly field: 'password' | 'newPassword';
  /** The name of the product. */
  readonly title: string;
}

/** Refuses a new password that many guess. */
export function assertUncommon(password: string, { field, title }: NewPassword): void {
  if (isCommonPassword(password) || isNamedAfter(password, title)) {
    throw invalidInput(fieldTexts.passwordCommon, { [field]: fieldTexts.passwordCommon });
  }
}
