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

/** The same for Playwright. A test that passed only when it was tried again counts as failed. */
export function countPlaywright(report, isGood) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOneUnless(isGood, { passed: expected, failed: unexpected + flaky + skipped + report.errors.length });
}

// A run may end badly without a failed test: an unhandled error, a crash, no tests at all.
function atLeastOneUnless(isGood, { passed, failed }) {
  const isEmpty = passed + failed === 0;
  return { passed, failed: (isGood && !isEmpty) || failed > 0 ? failed : 1 };
}
