/**
 * What a run of vitest comes to: its JSON report (nothing when it wrote none), whether it ended well, and how many errors
 * were thrown outside of every test. A test that was skipped, or never ran, has shown nothing: it counts as failed.
 */
export function countVitest({ report, isGood, unhandled }) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const brokenFiles = report.testResults.filter((file) => file.assertionResults.length === 0 || isBrokenItself(file));
  return atLeastOneUnless(isGood, { passed, failed: tests.length - passed + brokenFiles.length + unhandled });
}

/** The tests that failed, and the files that failed without one, each with the first line of its error. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    if (isBrokenItself(file)) return [failure(file.name, 'the file itself', file.message)];
    const tests = file.assertionResults.filter(hasFailed);
    return tests.map((test) => failure(file.name, test.fullName, test.failureMessages.at(0)));
  });
}

/** A run with the files that were tried once more as they were then. What was thrown outside of tests is never forgiven. */
export function withSecondTry(first, second) {
  if (second.report === undefined) return first;
  const triedAgain = new Set(second.report.testResults.map(({ name }) => name));
  const others = first.report.testResults.filter(({ name }) => !triedAgain.has(name));
  return {
    report: { testResults: [...others, ...second.report.testResults] },
    isGood: second.isGood,
    unhandled: first.unhandled + second.unhandled,
  };
}

const hasFailed = ({ status }) => status === 'failed';

/** It could not be loaded, or what it does before or after its tests failed. */
const isBrokenItself = (file) => hasFailed(file) && !file.assertionResults.some(hasFailed);

/** What a run of Playwright comes to, which tries again by itself where it was told to. */
export function countPlaywright(report, isGood) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const passed = expected + flaky;
  return atLeastOneUnless(isGood, { passed, failed: unexpected + skipped + report.errors.length });
}

/** The browser tests that failed for good, and those that failed once and passed then. */
export function playwrightFailures(report) {
  const all = report === undefined ? [] : report.suites.flatMap(specsOf).flatMap(failuresOf);
  const of = (status) => all.filter((test) => test.status === status).map((test) => test.failure);
  return { failed: of('unexpected'), unsteady: of('flaky') };
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function failuresOf(spec) {
  return spec.tests.map((test) => {
    const message = test.results.find((result) => result.error !== undefined)?.error.message;
    return { status: test.status, failure: failure(`e2e/${spec.file}`, spec.title, message) };
  });
}

function failure(file, title, message = '') {
  const line = message.split('\n').find((text) => text.trim() !== '') ?? 'no message';
  return { file, title, line: line.slice(0, longestLine) };
}

// A message may carry a whole page.
const longestLine = 300;

/** A second try is for a rare accident. With more than two unsteady tests in a run, they all count as failed. */
export function boundUnsteady({ passed, failed, unsteady }) {
  const counted = unsteady.length > unsteadyMax ? unsteady.length : 0;
  return { passed: passed - counted, failed: failed + counted };
}

const unsteadyMax = 2;

// A run may end badly without a failed test: an unhandled error, a crash, no tests at all.
function atLeastOneUnless(isGood, { passed, failed }) {
  const isEmpty = passed + failed === 0;
  return { passed, failed: (isGood && !isEmpty) || failed > 0 ? failed : 1 };
}
