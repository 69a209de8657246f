import { prepare, runBuilt } from './prepare.mjs';

/**
 * Runs the server's archive program in this process, with the operator's arguments.
 *
 * @param {'backup' | 'restore'} command
 */
export async function runArchive(command) {
  await prepare();
  process.argv.splice(2, 0, command);
  await runBuilt('archive.js');
}
