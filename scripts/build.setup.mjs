import { ensureBuilt } from './build.mjs';

/** Tests that start the program start what is built. */
export const setup = ensureBuilt;
