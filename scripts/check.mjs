import { checkCommits } from './check-commits.mjs';
import { checkCoverage } from './check-coverage.mjs';
import { checkImports } from './check-imports.mjs';
import { checkRules } from './check-rules.mjs';
import { checkWaits } from './check-waits.mjs';
import { checkDocs } from './docs.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { isMainModule } from './repository.mjs';
import { runTool } from './run-program.mjs';
import { seconds } from './test-records.mjs';

/**
 * All checks that do not run the application.
 *
 * @type {{ name: string; run: () => Promise<RunResult> }[]}
 * @import { RunResult } from './run-program.mjs'
 */
const checks = [
  { name: 'format', run: () => runTool('oxfmt', ['--check'], { isQuiet: true }) },
  // Reports the compiler's errors too. `tsc` would check the same types once more for each folder.
  { name: 'lint and types', run: () => runTool('oxlint', ['--deny-warnings'], { isQuiet: true }) },
  { name: 'import rules', run: () => resultOf(checkImports) },
  { name: 'commit subjects', run: () => resultOf(checkCommits) },
  {
    name: 'documents',
    run: () => resultOf(async () => [...(await checkDocs()), ...(await checkCoverage()), ...(await checkRules())]),
  },
  { name: 'fixed pauses', run: () => resultOf(checkWaits) },
  { name: 'dead code', run: () => runTool('knip', ['--no-progress'], { isQuiet: true }) },
];

/** Most checks are single-threaded processes. */
const concurrency = 2;

/** Runs all checks and prints a line for each. */
export async function runChecks() {
  /** @type {(RunResult & { name: string; ms: number })[]} */
  const results = [];
  const waiting = [...checks];
  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = Date.now();
      const { isGood, text } = await check.run();
      const ms = Date.now() - startedAt;
      console.log(`${isGood ? 'ok    ' : 'FAILED'} ${check.name} (${seconds(ms)})`);
      results.push({ name: check.name, isGood, text, ms });
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}

/**
 * For checks that return one line per fault.
 *
 * @param {() => Promise<string[]>} findFaults
 */
async function resultOf(findFaults) {
  const lines = await findFaults();
  return { isGood: lines.length === 0, text: lines.join('\n') };
}

if (await isMainModule(import.meta.url)) {
  requireNode();
  await ensureInstalled();
  const failed = (await runChecks()).filter(({ isGood }) => !isGood);
  for (const { text } of failed) console.log(text.trimEnd());
  process.exitCode = failed.length > 0 ? 1 : 0;
}
