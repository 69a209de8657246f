import { ensureBuilt } from './build.mjs';
import { ensureHeadlessChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { stopWhenNpmExits } from './parent-watch.mjs';
import { ensureRedis } from './redis.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

const all = [
  'chat-list',
  'one-to-one',
  'fan-out',
  'history',
  'changes',
  'reactions',
  'search',
  'cluster',
  'everyday',
  'idle-memory',
  'reconnect-storm',
  'redis-return',
  'login-storm',
  'told-apart',
  'stalled-readers',
  'first-load',
  'chat-switch',
  'member-list',
  'transfer',
  'calls',
  'voice-messages',
  'one-core',
];
/**
 * Scenarios whose module has another name.
 *
 * @type {Record<string, string>}
 */
const moduleOf = { 'told-apart': 'account-enumeration' };
/**
 * The variable that a selection after the scenario's name goes to, as in `one-core:rooms,idle`.
 *
 * @type {Record<string, string>}
 */
const selectionOf = { 'one-core': 'ONE_CORE', profile: 'PROFILE_RATE' };
const named = process.argv.slice(2).filter((argument) => argument !== '--small');
// The named scenarios, or all of them.
const scenarios = named.length > 0 ? named : all;
// Smaller counts, to check that a scenario works; its results are not kept.
/** @type {Record<string, string>} */
const env = process.argv.includes('--small') ? { BENCH_SMALL: '1' } : {};

requireNode();
stopWhenNpmExits();
await ensureInstalled();
await ensureBuilt();
if (['cluster', 'redis-return'].some((name) => scenarios.includes(name))) env.REDIS_SERVER_PATH = await ensureRedis();
const inBrowsers = ['first-load', 'chat-switch', 'member-list', 'transfer', 'calls', 'voice-messages'];
if (inBrowsers.some((name) => scenarios.includes(name))) env.CHROMIUM_PATH = await ensureHeadlessChromium();
const loaders = ['--import', inRoot('bench', 'src', 'exit-with-parent.mjs'), '--import', 'tsx'];
for (const argument of scenarios) {
  const [scenario = '', selection] = argument.split(':');
  console.log(`\n${scenario}`);
  const file = inRoot('bench', 'src', 'scenarios', `${moduleOf[scenario] ?? scenario}.ts`);
  const { isGood } = await run(process.execPath, [...loaders, file], {
    env: selection === undefined ? env : { ...env, [selectionOf[scenario] ?? 'SELECTION']: selection },
  });
  if (!isGood) process.exitCode = 1;
}
