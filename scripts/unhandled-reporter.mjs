import { writeFileSync } from 'node:fs';

/** Writes how many errors were thrown outside every test, which the JSON report does not contain. */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class UnhandledReporter {
  onTestRunEnd(_modules, unhandledErrors) {
    writeFileSync(process.env.UNHANDLED_FILE, String(unhandledErrors.length));
  }
}
