import { stopWithNpm } from './parent-watch.mjs';
import { prepare } from './prepare.mjs';

stopWithNpm();
await prepare();
process.setSourceMapsEnabled(true);
// In this process: a signal sent to the start command reaches the server, and no wrapper can outlive it.
await import('../server/dist/main.js');
