import { stopWithNpm } from './parent-watch.mjs';
import { prepare, runBuilt } from './prepare.mjs';

stopWithNpm();
await prepare();
process.setSourceMapsEnabled(true);
await runBuilt('main.js');
