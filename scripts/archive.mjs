import { prepare, runBuilt } from './prepare.mjs';

// node scripts/archive.mjs backup [file], or restore <file>: the server's archive program reads the arguments.
await prepare();
await runBuilt('archive.js');
