import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

const all = ['chat-list', 'one-to-one', 'fan-out', 'history', 'transfer', 'calls'];
// One scenario, or all of them.
const scenarios = process.argv.length > 2 ? process.argv.slice(2) : all;

requireNode();
await ensureInstalled();
await ensureBuilt();
for (const scenario of scenarios) {
  console.log(`\n${scenario}`);
  const { isGood } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'src', `${scenario}.ts`)]);
  if (!isGood) process.exitCode = 1;
}
