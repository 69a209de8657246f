import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { ensureInstalled } from './install.mjs';
import { reportSkippedTests } from './mount-permission.mjs';
import { requireNode } from './node-version.mjs';
import { buildPreviousRelease } from './previous-release.mjs';
import { ensureRedis } from './redis.mjs';
import { cacheDir, inRoot } from './repository.mjs';
import { runTool } from './run-program.mjs';

// The same seed chooses the same moments: `npm run test:faults -- 7`, or with a number of rounds, `-- 7 3`.
const [seed = String(Date.now() % 1_000_000), rounds = 'all'] = process.argv.slice(2);
const cluster = ['order', 'removal', 'revocation', 'redis-away'].map((name) => `cluster-${name}`);
const single = ['kill', 'outage', 'wrong-answers', 'faults', 'slow-devices', 'full-disk', 'upgrade'];
const files = [...single, ...cluster].map((name) => `server/test/${name}.test.ts`);
files.push('web/test/convergence/convergence.test.ts');

requireNode();
await ensureInstalled();
await mkdir(cacheDir, { recursive: true });
const lines = path.join(cacheDir, 'faults.jsonl');
await rm(lines, { force: true });
reportSkippedTests();
const previous = await buildPreviousRelease();
if ('reason' in previous) console.log(`upgrade from the previous release: not run: ${previous.reason}`);
else console.log(`previous release: ${previous.commit}`);
const projects = ['server', 'convergence', 'convergence over redis'].flatMap((name) => ['--project', name]);
const { isGood } = await runTool('vitest', ['run', ...projects, '--no-file-parallelism', ...files], {
  env: {
    TESTS: 'all',
    FAULTS_SEED: seed,
    FAULTS_ROUNDS: rounds,
    FAULTS_RESULTS: lines,
    ...('serverFolder' in previous && { PREVIOUS_SERVER: previous.serverFolder }),
    REDIS_SERVER_PATH: await ensureRedis(),
  },
});
// The results of a shortened run are not kept.
if (isGood && rounds === 'all') await keepResults();
process.exitCode = isGood ? 0 : 1;

async function keepResults() {
  const results = (await readFile(lines, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  await writeFile(inRoot('bench', 'results', 'faults.json'), `${JSON.stringify(results, null, 2)}\n`);
}
