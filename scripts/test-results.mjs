/**
 * What a run of vitest comes to, from its JSON report (nothing when it wrote none) and whether it ended well.
 * A test that was skipped, or never ran, has shown nothing: it counts as failed.
 */
export function countVitest(report, isGood) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const silentFiles = report.testResults.filter((file) => file.assertionResults.length === 0).length;
  const notPassed = report.numTotalTests - report.numPassedTests;
  return atLeastOneUnless(isGood, { passed: report.numPassedTests, failed: notPassed + silentFiles });
}

/** The tests that failed, and the files that could not be loaded, each with the first line of its error. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length > 0) {
      return tests.map((test) => failure(file.name, test.fullName, test.failureMessages.at(0)));
    }
    return file.status === 'failed' ? [failure(file.name, 'the file itself', file.message)] : [];
  });
}

/** What two runs come to when the second one had only the files of the failures in the first. */
export function countSecondTry(first, second) {
  const rescued = Math.max(first.failures.length - second.failed, 0);
  return { passed: first.passed + rescued, failed: first.failed - rescued };
}

/** The same for Playwright, which tries again by itself where it was told to. */
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
    return { status: test.status, failure: failure(spec.file, spec.title, message) };
  });
}

function failure(file, title, message = '') {
  const line = message.split('\n').find((text) => text.trim() !== '') ?? 'no message';
  return { file, title, line: line.slice(0, longestLine) };
}

// A message may carry a whole page.
const longestLine = 300;

// A run may end badly without a failed test: an unhandled error, a crash, no tests at all.
function atLeastOneUnless(isGood, { passed, failed }) {
  const isEmpty = passed + failed === 0;
  return { passed, failed: (isGood && !isEmpty) || failed > 0 ? failed : 1 };
}
