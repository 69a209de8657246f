import { join } from 'node:path';
import { serverFolder } from '../src/platform/folders.ts';

/** The built program, which `scripts/build.setup.mjs` has made. It starts four times as fast as the source. */
export const builtProgram = join(serverFolder, 'dist/main.js');
export const builtArchive = join(serverFolder, 'dist/archive.js');
