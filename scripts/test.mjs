import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

import { ensureBuilt } from './build.mjs';
import { runChecks } from './check.mjs';
import { ensureHeadlessChromium } from './chromium.mjs';
import { ensureCoturn } from './coturn.mjs';
import { messageOf } from './errors.mjs';
import { ensureInstalled } from './install.mjs';
import { reportSkippedTests } from './mount-permission.mjs';
import { requireNode } from './node-version.mjs';
import { ensureRedis } from './redis.mjs';
import { cacheDir, inRoot, root } from './repository.mjs';
import { runTool } from './run-program.mjs';
import {
  limitFlaky,
  countPlaywright,
  countVitest,
  playwrightFailures,
  vitestFailures,
  withRetry,
} from './test-results.mjs';

// Slow tests run with `npm run test:all`, which is also strict: nothing is retried.
const isStrict = process.argv.includes('--all');
/** @type {Record<string, string>} */
const env = { CI: 'true', TESTS: isStrict ? 'all' : 'usual' };

/**
 * @typedef {Counts & { failures?: Failure[]; flaky?: Failure[] }} StageResult
 *
 * @import { Counts, Failure, PlaywrightReport, VitestReport, VitestRun } from './test-results.mjs'
 */

/**
 * In this order. A stage that cannot run throws, which counts as one failure; the others still run.
 *
 * @type {{ name: string; run: () => Promise<StageResult> }[]}
 */
const stages = [
  { name: 'Checks', run: async () => ({ passed: 0, failed: await runChecks() }) },
  { name: 'Unit and feature tests', run: runVitest },
  { name: 'Browser tests', run: runPlaywright },
];

requireNode();
const total = { passed: 0, failed: 0 };
/** @type {Failure[]} */
const failures = [];
/** @type {Failure[]} */
const flaky = [];
if (await isPrepared()) {
  for (const stage of stages) {
    console.log(`\n${stage.name}`);
    const result = await stage.run().catch(reportFailure);
    total.passed += result.passed;
    total.failed += result.failed;
    failures.push(...(result.failures ?? []));
    flaky.push(...(result.flaky ?? []));
  }
} else {
  total.failed = 1;
}
const counted = limitFlaky({ ...total, flaky });
process.exitCode = counted.failed > 0 ? 1 : 0;
printFailures('Failed', failures);
printFailures('Flaky: failed once, and passed when tried again. More than two of them fail the run', flaky);
console.log(`\ntests: ${counted.passed} passed, ${counted.failed} failed`);

async function isPrepared() {
  try {
    env.CHROMIUM_PATH = await ensureHeadlessChromium();
    await ensureInstalled();
    await mkdir(cacheDir, { recursive: true });
    // One test needs it; without it that test fails with a message.
    env.TURNSERVER_PATH = await ensureCoturn().catch((error) => {
      console.error(messageOf(error));
      return '';
    });
    // The same applies to the tests of several processes.
    env.REDIS_SERVER_PATH = await ensureRedis().catch((error) => {
      console.error(messageOf(error));
      return '';
    });
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/**
 * @param {unknown} error
 * @returns {StageResult}
 */
function reportFailure(error) {
  console.error(messageOf(error));
  return { passed: 0, failed: 1 };
}

/**
 * @param {string} title
 * @param {Failure[]} found
 */
function printFailures(title, found) {
  if (found.length === 0) return;
  console.log(`\n${title}`);
  for (const { file, title: test, line } of found) console.log(`  ${relative(file)}: ${test}\n    ${line}`);
}

/** @param {string} file */
function relative(file) {
  return path.relative(root, path.resolve(root, file));
}

/** @returns {Promise<StageResult>} */
async function runVitest() {
  reportSkippedTests();
  const first = await vitest();
  const failedFirst = vitestFailures(first.report);
  if (failedFirst.length === 0 || isStrict) {
    return { ...countVitest(first), failures: [...failedFirst, ...unhandledErrors(first)] };
  }
  const files = [...new Set(failedFirst.map(({ file }) => file))];
  console.log(`\nOnce more, alone: ${files.map(relative).join(', ')}`);
  const both = withRetry(first, await vitest('--no-file-parallelism', ...files));
  const failedStill = vitestFailures(both.report);
  const isStill = (/** @type {Failure} */ { file, title }) =>
    failedStill.some((other) => other.file === file && other.title === title);
  return {
    ...countVitest(both),
    failures: [...failedStill, ...unhandledErrors(both)],
    flaky: failedFirst.filter((one) => !isStill(one)),
  };
}

/** @param {VitestRun} run */
function unhandledErrors({ unhandled }) {
  return unhandled > 0 ? [{ file: 'vitest', title: 'errors outside of every test', line: String(unhandled) }] : [];
}

/**
 * @param {string[]} args
 * @returns {Promise<VitestRun>}
 */
async function vitest(...args) {
  const reportFile = await freshReport('vitest.json');
  const unhandledFile = await freshReport('vitest-unhandled.json');
  const reporters = ['default', 'json', inRoot('scripts', 'unhandled-reporter.mjs')].map(
    (name) => `--reporter=${name}`,
  );
  const { isGood } = await runTool('vitest', ['run', ...reporters, `--outputFile.json=${reportFile}`, ...args], {
    env: { ...env, UNHANDLED_FILE: unhandledFile },
  });
  /** @type {VitestReport | undefined} */
  const report = await readReport(reportFile);
  return { report, isGood, unhandled: (await readReport(unhandledFile)) ?? 0 };
}

/** @returns {Promise<StageResult>} */
async function runPlaywright() {
  await ensureBuilt();
  const reportFile = await freshReport('playwright.json');
  const { isGood } = await runTool(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', '--forbid-only'],
    { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile } },
  );
  /** @type {PlaywrightReport | undefined} */
  const report = await readReport(reportFile);
  const { failed, flaky: flakyTests } = playwrightFailures(report);
  return { ...countPlaywright(report, isGood), failures: failed, flaky: flakyTests };
}

/**
 * Without removing it, a crashed run would be judged by the previous run's report.
 *
 * @param {string} name
 */
async function freshReport(name) {
  const reportFile = path.join(cacheDir, name);
  await rm(reportFile, { force: true });
  return reportFile;
}

/** @param {string} reportFile */
async function readReport(reportFile) {
  const text = await readFile(reportFile, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
