import { pathToFileURL } from 'node:url';

import { ensureBuilt } from './build.mjs';
import { messageOf } from './errors.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot } from './repository.mjs';

/** Ensures that Node.js, the packages and the build are usable in this process, or exits with one sentence. */
export async function prepare() {
  requireNode();
  try {
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}

/**
 * Runs a built program in this process: a signal reaches it directly, and no wrapper can outlive it.
 *
 * @param {'main.js' | 'archive.js' | 'admin.js'} name
 */
export async function runBuilt(name) {
  await import(pathToFileURL(inRoot('server', 'dist', name)).href);
}
