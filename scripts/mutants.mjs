import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { ensureRedis } from './redis.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

/**
 * Changes single places of ten modules, one at a time, and says which of these changes no test notices. A test suite that
 * became shorter has lost nothing if it still notices the same ones. The modules are changed in this checkout and restored
 * afterwards; `git diff` shows what an interrupted run left.
 *
 * @typedef {object} Mutant
 * @property {number} line
 * @property {string} change
 * @property {string} source Of the whole module.
 */

/** Each with the tests that have to notice. */
const modules = [
  { file: 'server/src/features/auth/recovery.service.ts', tests: ['server/src/features/auth/'] },
  { file: 'server/src/features/chats/chats.policy.ts', tests: ['server/src/features/chats/'] },
  { file: 'server/src/features/chats/chat-members.service.ts', tests: ['server/src/features/chats/'] },
  { file: 'server/src/features/file-transfer/file-transfer.service.ts', tests: ['server/src/features/file-transfer/'] },
  { file: 'server/src/features/messages/forwarding.service.ts', tests: ['server/src/features/messages/'] },
  { file: 'server/src/features/messages/messages.policy.ts', tests: ['server/src/features/messages/'] },
  { file: 'server/src/features/presence/presence.service.ts', tests: ['server/src/features/presence/'] },
  { file: 'web/src/api/message-log.ts', tests: ['web/src/api/'] },
  { file: 'web/src/features/calls/session/call-machine.ts', tests: ['web/src/features/calls/session/'] },
  { file: 'web/src/outbox/queue.ts', tests: ['web/src/outbox/'] },
];

const mutantsPerModule = 10;

/** @type {[RegExp, string][]} */
const operators = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \?\? /, ' && '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ <= /, ' > '],
  [/ >= /, ' < '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/(?<=\bif \()(?!!)/, '!'],
  [/(?<=\bif \()!/, ''],
  [/(?<=\breturn )(?=\w)/, '!'],
  [/^( +)await .*;$/, '$1;'],
  [/^( +)throw .*;$/, '$1;'],
];

/**
 * The same ones each time, spread over the module.
 *
 * @param {string} source
 * @returns {Mutant[]}
 */
function mutantsOf(source) {
  const lines = source.split('\n');
  const all = lines.flatMap((line, at) => {
    if (/^\s*(import|export (type|interface)|type|interface|\/\/|\*|\/\*)/.test(line)) return [];
    return operators
      .filter(([pattern]) => pattern.test(line))
      .map(([pattern, replacement]) => {
        const changed = line.replace(pattern, replacement);
        return { line: at + 1, change: changed.trim(), source: lines.with(at, changed).join('\n') };
      });
  });
  const step = Math.max(1, all.length / mutantsPerModule);
  return Array.from({ length: Math.min(mutantsPerModule, all.length) }, (_, at) => all[Math.floor(at * step)]).filter(
    (mutant) => mutant !== undefined,
  );
}

const filters = process.argv.slice(2);
requireNode();
await ensureInstalled();
await ensureBuilt();
const chosen = modules.filter(({ file }) => filters.every((filter) => file.includes(filter)));
const [only] = chosen;
if (chosen.length === 1 && only) await changeModule(only);
// Each in its own process: the test runner keeps what failed before.
else for (const { file } of chosen) await run(process.execPath, [fileURLToPath(import.meta.url), file]);

/** @param {(typeof modules)[number]} module */
async function changeModule({ file, tests }) {
  process.env.REDIS_SERVER_PATH = await ensureRedis();
  const { createVitest } = await import('vitest/node');
  const place = inRoot(file);
  const source = await readFile(place, 'utf8');
  // One for all mutants of the module, so that the database starts once.
  const vitest = await createVitest('test', { watch: false, bail: 1, reporters: [{}] });
  await vitest.standalone();
  const specifications = await vitest.globTestSpecifications(tests);
  try {
    if (await isNoticed(vitest, specifications)) throw new Error(`The tests of ${file} fail without a change.`);
    for (const { line, change, source: mutant } of mutantsOf(source)) {
      await writeFile(place, mutant);
      vitest.invalidateFile(place);
      console.log(`${(await isNoticed(vitest, specifications)) ? 'noticed' : 'missed '} ${file}:${line} ${change}`);
    }
  } finally {
    await writeFile(place, source);
    await vitest.close();
  }
}

/**
 * @param {import('vitest/node').Vitest} vitest
 * @param {import('vitest/node').TestSpecification[]} specifications
 */
async function isNoticed(vitest, specifications) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (testModules.length === 0) throw new Error('No test ran.');
  return unhandledErrors.length > 0 || testModules.some((module) => !module.ok());
}
