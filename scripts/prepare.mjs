import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';

/**
 * Ensures everything the program needs in this process: Node.js, packages, the build. Exits with one sentence
 * otherwise.
 */
export async function prepare() {
  requireNode();
  try {
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
