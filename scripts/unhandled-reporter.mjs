import { writeFileSync } from 'node:fs';

/** Writes how many errors were thrown outside every test, which the JSON report does not contain. */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class UnhandledReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(_modules, unhandledErrors) {
    const file = process.env.UNHANDLED_FILE;
    if (file !== undefined) writeFileSync(file, String(unhandledErrors.length));
  }
}
