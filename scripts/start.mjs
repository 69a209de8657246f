import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { stopWithNpm } from './parent-watch.mjs';

requireNode();
stopWithNpm();
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
// In this very process: a signal sent to the start command reaches the server, and no wrapper can outlive it.
await import('../server/dist/main.js');
