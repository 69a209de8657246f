import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { stopWhenNpmExits } from './parent-watch.mjs';
import { prepare, runBuilt } from './prepare.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

/** A separate folder, so that the demo never touches real data. A test names another one. */
const dataDir = process.env.DEMO_DATA_DIR ?? inRoot('demo', 'data');
/** Variables that would connect it to a real database, real files or real users. */
const externalServices = ['DATABASE_URL', 'REDIS_URL', 'ROLE', 'S3_URL', 'SMTP_URL', 'SOCKET_URL'];
const dayMs = 24 * 60 * 60_000;

stopWhenNpmExits();
await prepare();
// npm run demo -- --fresh
const demo = (process.argv.includes('--fresh') ? undefined : await readDemo()) ?? (await fill());

for (const name of externalServices) delete process.env[name];
process.env.DATA_DIR = dataDir;
process.env.LOG_LEVEL ||= 'warn';
process.setSourceMapsEnabled(true);
await runBuilt('main.js');
printLogins(demo);

/** @typedef {{ filledAt: string; logins: { name: string; email: string; password: string }[] }} Demo */

/** @returns {Promise<Demo | undefined>} */
async function readDemo() {
  const text = await readFile(path.join(dataDir, 'demo.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

async function fill() {
  const startedAt = Date.now();
  console.log('Filling the demo ...');
  const { isGood } = await run(process.execPath, ['--import', 'tsx', inRoot('demo', 'src', 'fill.ts'), dataDir]);
  if (!isGood) process.exit(1);
  console.log(`Filled the demo in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
  const filled = await readDemo();
  if (filled === undefined) throw new Error('The demo was filled without its list of logins.');
  return filled;
}

/** @param {Demo} demo */
function printLogins({ filledAt, logins }) {
  console.log(`  Sign in as one of these, all with the password ${logins[0]?.password}`);
  console.log('  (a second one in a private window, and the two can call each other and send files):\n');
  for (const { name, email } of logins) console.log(`    ${email.padEnd(24)}${name}`);
  const days = Math.floor((Date.now() - Date.parse(filledAt)) / dayMs);
  if (days > 0)
    console.log(`\n  Its "just now" is ${days} day${days > 1 ? 's' : ''} old: npm run demo -- --fresh starts over.`);
  console.log('');
}
