import { writeFileSync } from 'node:fs';

/** Leaves behind how many errors were thrown outside of every test, which the JSON report does not say. */
// oxlint-disable-next-line import/no-default-export -- vitest takes a reporter's file by its default
export default class UnhandledReporter {
  onTestRunEnd(_modules, unhandledErrors) {
    writeFileSync(process.env.UNHANDLED_FILE, String(unhandledErrors.length));
  }
}
