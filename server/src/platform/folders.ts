import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The `server` workspace, whether this runs from sources or from the bundle. */
export const serverFolder = findUp(dirname(fileURLToPath(import.meta.url)));

/** The built web client. */
export const webFolder = join(serverFolder, '../web/dist');

function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder));
}
