import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from './repository.mjs';

/** Sends what `npm test` prints to the process that started Playwright. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads a reporter by its default export
export default class PlaywrightReporter {
  /** @type {Promise<unknown>} */
  #sent = Promise.resolve();

  /**
   * @param {import('@playwright/test/reporter').TestCase} test
   * @param {import('@playwright/test/reporter').TestResult} result
   */
  onTestEnd(test, { status, duration, errors, stdout, stderr }) {
    const isPassed = test.ok() && status !== 'skipped';
    this.#send({
      test: {
        file: relative(test.location.file),
        line: test.location.line,
        title: test.title,
        isPassed,
        ms: duration,
        ...(!isPassed && {
          reason: errors.map(describe).join('\n') || `It is ${status}.`,
          log: [...stdout, ...stderr].join(''),
        }),
      },
    });
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    this.#send({ error: describe(error) });
  }

  async onEnd() {
    await this.#sent;
  }

  printsToStdio() {
    return false;
  }

  /** @param {import('./test-records.mjs').TestMessage} message */
  #send(message) {
    this.#sent = new Promise((resolve) => process.send?.(message, undefined, undefined, resolve) ?? resolve(null));
  }
}

/** @param {import('@playwright/test/reporter').TestError} error */
function describe({ message = '', value = '', snippet = '', location }) {
  const place = location === undefined ? '' : `at ${relative(location.file)}:${location.line}`;
  return stripVTControlCharacters([message, value, place, snippet].filter(Boolean).join('\n'));
}

/** @param {string} file */
const relative = (file) => path.relative(root, file);
