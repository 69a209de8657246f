import { run } from './run-program.mjs';

const checkedCommits = 100;
const maxLength = 72;
const form = /^[a-z]+(\([a-z0-9-]+\))?: [A-Z]/;

/** Checks the newest commits; a folder that is no clone has none. */
export async function checkCommits() {
  const log = ['log', '--no-merges', '--format=%s', `--max-count=${checkedCommits}`];
  const { isGood, text } = await run('git', log, { isQuiet: true });
  return isGood ? findSubjectFaults(text.split('\n').filter(Boolean)) : [];
}

/**
 * One line for each subject that is too long or not in the form `type(area): Imperative sentence`.
 *
 * @param {string[]} subjects
 */
export function findSubjectFaults(subjects) {
  return subjects.flatMap((subject) => {
    if (subject.length > maxLength) return [`${subject.length} of ${maxLength} characters: ${subject}`];
    return form.test(subject) ? [] : [`not "type(area): Imperative sentence": ${subject}`];
  });
}
