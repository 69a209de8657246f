import { listFiles, readIfExists } from './repository.mjs';

/** Test files, and what they share. */
const ofTests = /\.(test|spec)\.tsx?$|^(e2e|server\/test|web\/test)\//;

/** Random moments are what these are about; they run with `npm run test:faults` and `test:fuzz` only. */
const ofFaults = /^server\/test\/(faults|fuzz)\//;

/** The next task, which a timer without a time waits for, is no fixed pause. */
const pause = /waitForTimeout\(|await (pause|delay|sleep)\((?!0\))|resolve\w*\) => (\w+\.)*setTimeout\(resolve\w*,/;

/** From two seconds to five minutes: shorter is a retry, longer a test that runs by night. */
const ownDeadline = /\btimeout: (?:[2-9]|[1-9]\d|[12]\d\d)_?\d{3}\b/;

/** The comment that says why time itself is the subject, on the same line or the one before. */
const reason = /\/\/ Real time: \w/;

/**
 * One line for each fixed pause in a test, and for each deadline of its own. A test that waits for time is too slow on a
 * fast machine, and fails on a slow one.
 */
export async function checkWaits() {
  const files = (await listFiles('bench', 'contract', 'demo', 'e2e', 'scripts', 'server', 'web')).filter(
    (file) => ofTests.test(file) && !ofFaults.test(file),
  );
  const faults = await Promise.all(files.map(async (file) => findPauses(file, (await readIfExists(file)) ?? '')));
  return faults.flat();
}

/**
 * @param {string} file
 * @param {string} source
 */
export function findPauses(file, source) {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    if (reason.test(line) || reason.test(lines[at - 1] ?? '')) return [];
    const place = `${file}:${at + 1}`;
    if (pause.test(line))
      return [`${place} waits for time. Wait for what happens, or write '// Real time: ' and the reason.`];
    if (ownDeadline.test(line))
      return [`${place} has a deadline of its own. Take that of the run, or write '// Real time: ' and the reason.`];
    return [];
  });
}
