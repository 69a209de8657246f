import path from 'node:path';

import { root } from './repository.mjs';

/** Sends what `npm test` prints to the process that started vitest. */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class VitestReporter {
  /** @type {Map<string, string>} */
  #logByTest = new Map();
  /** @type {Promise<unknown>} */
  #sent = Promise.resolve();

  /** @param {import('vitest').UserConsoleLog} log */
  onUserConsoleLog({ taskId = '', content }) {
    this.#logByTest.set(taskId, (this.#logByTest.get(taskId) ?? '') + content);
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    // With a filter, the tests that were not asked for are skipped.
    if (state === 'skipped' && process.env.TEST_FILTER !== undefined) return;
    const log = this.#logByTest.get(test.id);
    this.#logByTest.delete(test.id);
    const isPassed = state === 'passed';
    this.#send({
      test: {
        file: relative(test.module.moduleId),
        line: test.location?.line ?? 1,
        title: test.fullName,
        isPassed,
        ms: test.diagnostic()?.duration ?? 0,
        ...(!isPassed && { reason: errors.map(describe).join('\n') || `It is ${state}.` }),
        ...(!isPassed && log !== undefined && { log }),
      },
    });
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    for (const error of [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())) {
      this.#send({ error: `${relative(module.moduleId)}\n${describe(error)}` });
    }
  }

  /**
   * @param {unknown} _modules
   * @param {readonly Parameters<typeof describe>[0][]} unhandledErrors
   */
  async onTestRunEnd(_modules, unhandledErrors) {
    for (const error of unhandledErrors) this.#send({ error: describe(error) });
    await this.#sent;
  }

  /** @param {import('./test-records.mjs').TestMessage} message */
  #send(message) {
    this.#sent = new Promise((resolve) => process.send?.(message, undefined, undefined, resolve) ?? resolve(null));
  }
}

/** @param {{ message: string; diff?: string; stacks?: { file: string; line: number }[] }} error */
function describe({ message, diff, stacks = [] }) {
  const places = stacks.slice(0, 4).map(({ file, line }) => `at ${relative(file)}:${line}`);
  return [message, diff, ...places].filter(Boolean).join('\n');
}

/** @param {string} file */
const relative = (file) => path.relative(root, file);
