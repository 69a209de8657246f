import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';

/** Ensures that Node.js, the packages and the build are usable in this process, or exits with one sentence. */
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
