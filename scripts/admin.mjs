import { prepare, runBuilt } from './prepare.mjs';

// node scripts/admin.mjs <command>: the server's administration program reads the arguments.
await prepare();
await runBuilt('admin.js');
