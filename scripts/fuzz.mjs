import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { runTool } from './run-program.mjs';

// The same seed creates the same inputs: `npm run test:fuzz -- 7`, or with a number of inputs, `-- 7 20000`.
const [seed = String(Date.now() % 1_000_000), inputs = '250000'] = process.argv.slice(2);

requireNode();
await ensureInstalled();
const { isGood } = await runTool(
  'vitest',
  [
    'run',
    '--project',
    'server',
    '--no-file-parallelism',
    'server/test/fuzz.test.ts',
    'server/test/hostile-images.test.ts',
  ],
  { env: { FUZZ_SEED: seed, FUZZ_INPUTS: inputs, FUZZ_IMAGES: '2000' } },
);
process.exitCode = isGood ? 0 : 1;
