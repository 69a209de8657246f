import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';

/** Runs the server's own program for archives, in this very process, with the words the operator gave. */
export async function runArchive(command) {
  requireNode();
  try {
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  process.argv.splice(2, 0, command);
  await import('../server/dist/archive.js');
}
