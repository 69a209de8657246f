import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `server` workspace, whether this runs from sources or from the bundle. */
export const serverDir = findUp(dirname(fileURLToPath(import.meta.url)));

/** The built web client. */
export const webDistDir = join(serverDir, '../web/dist');

function findUp(dir: string): string {
  return existsSync(join(dir, 'package.json')) ? dir : findUp(dirname(dir));
}
