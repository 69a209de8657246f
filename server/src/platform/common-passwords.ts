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

/** Refuses a new password for a field of its form. */
export function assertUncommon(password: string, field: 'password' | 'newPassword'): void {
  if (isCommonPassword(password)) {
    throw invalidInput(fieldTexts.passwordCommon, { [field]: fieldTexts.passwordCommon });
  }
}
