/**
 * What the reporters of both test runners send to `npm test`: a test that ended, or an error outside of every test.
 *
 * @typedef {object} TestRecord
 * @property {string} file Relative to the repository.
 * @property {number} line
 * @property {string} title
 * @property {boolean} isPassed
 * @property {number} ms
 * @property {string} [reason] The message of the failure, with its difference and its place.
 * @property {string} [log] What the program under test wrote meanwhile.
 *
 * @typedef {{ test: TestRecord } | { error: string }} TestMessage
 *
 * @typedef {{ tests: TestRecord[]; errors: string[]; isGood: boolean }} TestRun
 */

/**
 * A skipped test, and one that never ran, has shown nothing: it failed. A run may also fail without a failed test: by an
 * error outside of every test, a crash, no tests at all.
 *
 * @param {TestRun} run
 */
export function countTests({ tests, errors, isGood }) {
  const passed = tests.filter(({ isPassed }) => isPassed).length;
  const failed = tests.length - passed + errors.length;
  const isExplained = failed > 0 || (isGood && tests.length > 0);
  return { passed, failed: isExplained ? failed : 1 };
}

/**
 * Each failure with its place, its reason, its log and how to run it alone. A check has a command instead of a place.
 *
 * @param {TestRun} run
 */
export function describeFailures({ tests, errors }) {
  const failed = tests.filter(({ isPassed }) => !isPassed);
  return [
    ...failed.map(({ file, line, title, reason, log }) =>
      [
        line > 0 ? `${file}:${line} ${title}` : `${file}: ${title}`,
        indent(shorten(reason ?? 'It gave no reason.', 40)),
        ...(log ? ['    What the program wrote:', indent(shorten(log, 20))] : []),
        `    Alone: ${line > 0 ? `npm test -- ${file}:${line}` : file}`,
      ].join('\n'),
    ),
    ...errors.map((error) => `Outside of every test\n${indent(shorten(error, 40))}`),
  ];
}

/**
 * @param {TestRecord[]} tests
 * @param {number} count
 */
export function describeSlowest(tests, count) {
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, count);
  return slowest.map(({ ms, file, line, title }) => `${seconds(ms).padStart(7)}  ${file}:${line} ${title}`);
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** @param {string} text */
const indent = (text) => text.replaceAll(/^/gm, '    ');

/**
 * A message may contain a whole page.
 *
 * @param {string} text
 * @param {number} mostLines
 */
function shorten(text, mostLines) {
  const lines = text.trim().split('\n');
  const cut = lines.length > mostLines ? [...lines.slice(0, mostLines), '...'] : lines;
  return cut.map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)} ...` : line)).join('\n');
}

const longestLine = 300;
