import { ensureBuilt } from './build.mjs';

/** Tests that start the program use the build. */
export const setup = ensureBuilt;
