import { prepare } from './prepare.mjs';

/** Runs the server's own program for archives, in this very process, with the words the operator gave. */
export async function runArchive(command) {
  await prepare();
  process.argv.splice(2, 0, command);
  await import('../server/dist/archive.js');
}
