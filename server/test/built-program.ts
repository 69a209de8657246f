import { join } from 'node:path';
import { serverDir } from '../src/platform/paths.ts';

/** The built program, which `scripts/build.setup.mjs` has made. It starts four times as fast as the source. */
export const builtProgram = join(serverDir, 'dist/main.js');
export const builtArchive = join(serverDir, 'dist/archive.js');
