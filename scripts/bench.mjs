import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { ensureRedis } from './redis.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

const all = ['chat-list', 'one-to-one', 'fan-out', 'history', 'cluster', 'transfer', 'calls'];
// One scenario, or all of them.
const scenarios = process.argv.length > 2 ? process.argv.slice(2) : all;

requireNode();
await ensureInstalled();
await ensureBuilt();
// Only of use to 'cluster'; whoever measures something else needs none.
const env = scenarios.includes('cluster') ? { REDIS_SERVER_PATH: await ensureRedis() } : {};
for (const scenario of scenarios) {
  console.log(`\n${scenario}`);
  const { isGood } = await run(process.execPath, ['--import', 'tsx', inRoot('bench', 'src', `${scenario}.ts`)], {
    env,
  });
  if (!isGood) process.exitCode = 1;
}
