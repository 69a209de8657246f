import { stopWhenNpmExits } from './parent-watch.mjs';
import { prepare, runBuilt } from './prepare.mjs';

stopWhenNpmExits();
await prepare();
process.setSourceMapsEnabled(true);
await runBuilt('main.js');
