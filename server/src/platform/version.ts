import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDir } from './paths.ts';

/** The version of this program. */
export const version = readVersion();

function readVersion(): string {
  const { version: given } = JSON.parse(readFileSync(join(serverDir, 'package.json'), 'utf8')) as { version: string };
  return given;
}
