/**
 * The parts of vitest's JSON report that are read here.
 *
 * @typedef {object} VitestReport
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} message
 * @property {{ fullName: string; status: string; failureMessages: string[] }[]} assertionResults
 */

/** @typedef {{ report: VitestReport | undefined; isGood: boolean; unhandled: number }} VitestRun */

/**
 * The parts of Playwright's JSON report that are read here.
 *
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number; unexpected: number; flaky: number; skipped: number }} stats
 * @property {unknown[]} errors
 * @property {PlaywrightSuite[]} suites
 *
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSpec[]} specs
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} file
 * @property {string} title
 * @property {{ status: string; results: { error?: { message?: string } }[] }[]} tests
 */

/** @typedef {{ passed: number; failed: number }} Counts */

/** @typedef {{ file: string; title: string; line: string }} Failure */

/**
 * Counts the results of a vitest run: from its JSON report (undefined when it wrote none), whether it succeeded, and
 * how many errors were thrown outside every test. A skipped test, or one that never ran, has shown nothing: it counts
 * as failed.
 *
 * @param {VitestRun} run
 */
export function countVitest({ report, isGood, unhandled }) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const brokenFiles = report.testResults.filter(
    (file) => file.assertionResults.length === 0 || hasFailedOutsideTests(file),
  );
  return atLeastOneFailureUnless(isGood, { passed, failed: tests.length - passed + brokenFiles.length + unhandled });
}

/**
 * The tests that failed, and the files that failed without one, each with the first line of its error.
 *
 * @param {VitestReport | undefined} report
 */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    if (hasFailedOutsideTests(file)) return [failure(file.name, 'the file itself', file.message)];
    const tests = file.assertionResults.filter(hasFailed);
    return tests.map((test) => failure(file.name, test.fullName, test.failureMessages.at(0)));
  });
}

/**
 * A run in which the files that were retried count with their second result. Errors outside tests always count.
 *
 * @param {VitestRun} first
 * @param {VitestRun} second
 * @returns {VitestRun}
 */
export function withRetry(first, second) {
  if (second.report === undefined) return first;
  const retried = new Set(second.report.testResults.map(({ name }) => name));
  const others = (first.report?.testResults ?? []).filter(({ name }) => !retried.has(name));
  return {
    report: { testResults: [...others, ...second.report.testResults] },
    isGood: second.isGood,
    unhandled: first.unhandled + second.unhandled,
  };
}

/** @param {{ status: string }} result */
const hasFailed = ({ status }) => status === 'failed';

/**
 * The file could not be loaded, or its set-up or clean-up failed.
 *
 * @param {VitestFile} file
 */
const hasFailedOutsideTests = (file) => hasFailed(file) && !file.assertionResults.some(hasFailed);

/**
 * Counts the results of a Playwright run, which retries by itself if configured.
 *
 * @param {Omit<PlaywrightReport, 'suites'> | undefined} report
 * @param {boolean} isGood
 */
export function countPlaywright(report, isGood) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const passed = expected + flaky;
  return atLeastOneFailureUnless(isGood, { passed, failed: unexpected + skipped + report.errors.length });
}

/**
 * The browser tests that failed finally, and those that failed once and then passed.
 *
 * @param {Pick<PlaywrightReport, 'suites'> | undefined} report
 */
export function playwrightFailures(report) {
  const all = report === undefined ? [] : report.suites.flatMap(specsOf).flatMap(failuresOf);
  const of = (/** @type {string} */ status) => all.filter((test) => test.status === status).map((test) => test.failure);
  return { failed: of('unexpected'), flaky: of('flaky') };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

/** @param {PlaywrightSpec} spec */
function failuresOf(spec) {
  return spec.tests.map((test) => {
    const message = test.results.find((result) => result.error !== undefined)?.error?.message;
    return { status: test.status, failure: failure(`e2e/${spec.file}`, spec.title, message) };
  });
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 * @returns {Failure}
 */
function failure(file, title, message = '') {
  const line = message.split('\n').find((text) => text.trim() !== '') ?? 'no message';
  return { file, title, line: line.slice(0, longestLine) };
}

// A message may contain a whole page.
const longestLine = 300;

/**
 * A second attempt is for a rare accident. With more than two flaky tests in a run, they all count as failed.
 *
 * @param {Counts & { flaky: Failure[] }} total
 * @returns {Counts}
 */
export function limitFlaky({ passed, failed, flaky }) {
  const counted = flaky.length > maxFlaky ? flaky.length : 0;
  return { passed: passed - counted, failed: failed + counted };
}

const maxFlaky = 2;

/**
 * A run may fail without a failed test: an unhandled error, a crash, no tests at all.
 *
 * @param {boolean} isGood
 * @param {Counts} counts
 * @returns {Counts}
 */
function atLeastOneFailureUnless(isGood, { passed, failed }) {
  const isEmpty = passed + failed === 0;
  return { passed, failed: (isGood && !isEmpty) || failed > 0 ? failed : 1 };
}
