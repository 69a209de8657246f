import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';

/** Whatever the program needs to run in this process: Node.js, packages, what is built. Ends with a sentence otherwise. */
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
