import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { ensureBuilt } from './build.mjs';
import { runChecks } from './check.mjs';
import { ensureHeadlessChromium } from './chromium.mjs';
import { ensureCoturn } from './coturn.mjs';
import { calibrateDeadline } from './deadline.mjs';
import { messageOf } from './errors.mjs';
import { ensureInstalled } from './install.mjs';
import { reportSkippedTests } from './mount-permission.mjs';
import { requireNode } from './node-version.mjs';
import { ensureRedis } from './redis.mjs';
import { cacheDir, inRoot } from './repository.mjs';
import { runTool } from './run-program.mjs';
import { countTests, describeFailures, describeSlowest, seconds } from './test-records.mjs';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<TestRun>} start
 *
 * @typedef {{ name: string; ms: number; run: TestRun }} EndedStage
 *
 * @import { TestMessage, TestRun } from './test-records.mjs'
 */

const progressEveryMs = 30_000;
const isBrowserTest = (/** @type {string} */ file) => /\.spec\.ts(:\d+)?$/.test(file);
const args = process.argv.slice(2);
// Slow tests run with `npm run test:all`.
const isAll = args.includes('--all');
/** `npm test -- <file>[:<line>] ...` runs these tests alone. */
const files = args.filter((argument) => !argument.startsWith('--'));
/** @type {Record<string, string>} */
const env = { CI: 'true', TESTS: isAll ? 'all' : 'usual', ...(files.length > 0 && { TEST_FILTER: files.join(' ') }) };

async function isPrepared() {
  try {
    env.CHROMIUM_PATH = await ensureHeadlessChromium();
    await ensureInstalled();
    await mkdir(cacheDir, { recursive: true });
    // A few tests need these; without them they fail with a message.
    env.TURNSERVER_PATH = await optional(ensureCoturn);
    env.REDIS_SERVER_PATH = await optional(ensureRedis);
    await ensureBuilt();
    const { slowness, deadlineMs } = await calibrateDeadline();
    env.TEST_DEADLINE_MS = String(deadlineMs);
    console.log(
      `This machine is ${slowness.toFixed(1)} times slower than the reference: waits end after ${seconds(deadlineMs)}.`,
    );
    reportSkippedTests();
    return true;
  } catch (error) {
    console.error(messageOf(error));
    console.log('\ntests: 0 passed, 1 failed');
    return false;
  }
}

/** @param {() => Promise<string>} ensure */
function optional(ensure) {
  return ensure().catch((error) => {
    console.error(messageOf(error));
    return '';
  });
}

async function runStages() {
  const startedAt = Date.now();
  const unitFiles = files.filter((file) => !isBrowserTest(file));
  const browserFiles = files.filter(isBrowserTest);
  /** @type {EndedStage[]} */
  const ended = [];
  if (files.length === 0) {
    // The checks need processors only; many of the tests wait for processes, timers or the database.
    const checking = runStage({ name: 'Checks', start: runChecksAsTests });
    ended.push(await runStage({ name: 'Unit and feature tests', start: () => runVitest([]) }));
    ended.unshift(await checking);
    ended.push(await runStage({ name: 'Browser tests with media', start: () => runPlaywright(['--project=media']) }));
    ended.push(await runStage({ name: 'Browser tests', start: () => runPlaywright(['--project=pages']) }));
  }
  if (unitFiles.length > 0) ended.push(await runStage({ name: 'Tests', start: () => runVitest(unitFiles) }));
  if (browserFiles.length > 0)
    ended.push(await runStage({ name: 'Browser tests', start: () => runPlaywright(browserFiles) }));
  const tests = ended.flatMap(({ run }) => run.tests);
  await writeFile(path.join(cacheDir, 'tests.json'), JSON.stringify(tests));
  return report(ended, Date.now() - startedAt);
}

/**
 * @param {Stage} stage
 * @returns {Promise<EndedStage>}
 */
async function runStage({ name, start }) {
  const startedAt = Date.now();
  const run = await start().catch((error) => ({ tests: [], errors: [messageOf(error)], isGood: false }));
  const ms = Date.now() - startedAt;
  const { passed, failed } = countTests(run);
  console.log(`${name}: ${passed} passed, ${failed} failed, ${seconds(ms)}`);
  return { name, ms, run };
}

/** @returns {Promise<TestRun>} */
async function runChecksAsTests() {
  const results = await runChecks();
  const tests = results.map(({ name, isGood, text, ms }) => ({
    file: 'npm run check',
    line: 0,
    title: name,
    isPassed: isGood,
    ms,
    ...(!isGood && { reason: text }),
  }));
  return { tests, errors: [], isGood: true };
}

/** @param {string[]} filters */
function runVitest(filters) {
  return runTests('vitest', ['run', '--reporter', inRoot('scripts', 'vitest-reporter.mjs'), ...filters]);
}

/** @param {string[]} filters */
function runPlaywright(filters) {
  const fixed = ['test', '--config', 'e2e/playwright.config.ts', '--forbid-only'];
  return runTests('playwright', [...fixed, '--reporter', inRoot('scripts', 'playwright-reporter.mjs'), ...filters]);
}

/**
 * @param {string} tool
 * @param {string[]} toolArgs
 * @returns {Promise<TestRun>}
 */
async function runTests(tool, toolArgs) {
  /** @type {TestRun} */
  const run = { tests: [], errors: [], isGood: false };
  /** @param {unknown} sent */
  function onMessage(sent) {
    const message = /** @type {TestMessage} */ (sent);
    if ('error' in message) {
      run.errors.push(message.error);
      return;
    }
    run.tests.push(message.test);
    if (!message.test.isPassed) console.log(`  failed: ${message.test.file} ${message.test.title}`);
  }
  const progress = setInterval(() => {
    const passed = run.tests.filter(({ isPassed }) => isPassed).length;
    console.log(`  ${passed} passed, ${run.tests.length - passed + run.errors.length} failed so far`);
  }, progressEveryMs);
  const { isGood, text } = await runTool(tool, toolArgs, { env, isQuiet: true, onMessage });
  clearInterval(progress);
  await writeFile(path.join(cacheDir, `${tool}.log`), text);
  run.isGood = isGood;
  // A crash explains itself at its end.
  const hasFailure = run.errors.length > 0 || run.tests.some(({ isPassed }) => !isPassed);
  if (!isGood && !hasFailure) run.errors.push(text.slice(-3000));
  return run;
}

/**
 * @param {EndedStage[]} stages
 * @param {number} ms
 */
function report(stages, ms) {
  const counts = stages.map(({ run }) => countTests(run));
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const failures = stages.flatMap(({ run }) => describeFailures(run));
  const tests = stages.filter(({ name }) => name !== 'Checks').flatMap(({ run }) => run.tests);
  print('Failed', failures);
  print('Slowest', describeSlowest(tests, 10));
  print('Stages', [
    ...stages.map((stage) => `${seconds(stage.ms).padStart(7)}  ${stage.name}`),
    `${seconds(ms).padStart(7)}  together`,
  ]);
  console.log(`\ntests: ${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/**
 * @param {string} title
 * @param {string[]} lines
 */
function print(title, lines) {
  if (lines.length > 0) console.log(`\n${title}\n${lines.map((line) => line.replaceAll(/^/gm, '  ')).join('\n')}`);
}

requireNode();
process.exitCode = (await isPrepared()) ? await runStages() : 1;
