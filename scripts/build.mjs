import { access, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { withLock } from './lock.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { precompress } from './precompress.mjs';
import { cacheDir, hashFiles, inRoot, isMainModule, listFiles } from './repository.mjs';
import { runTool } from './run-program.mjs';

const recipe = ['scripts/build.mjs', 'scripts/precompress.mjs'];
const sharedInputs = ['contract/src', 'contract/package.json', 'package-lock.json', 'tsconfig.base.json', ...recipe];

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string[]} inputs
 * @property {string} result
 * @property {(options: RunOptions) => Promise<RunResult>} make
 * @property {() => Promise<void> | void} finish
 *
 * @import { RunOptions, RunResult } from './run-program.mjs'
 */

const forProduction = { NODE_ENV: 'production' };

/**
 * What is built, from which inputs, and how.
 *
 * @type {Part[]}
 */
const parts = [
  {
    name: 'web',
    inputs: ['web', ...sharedInputs],
    result: 'web/dist/index.html',
    make: (options) =>
      runTool('vite', ['build', '--logLevel', 'warn'], { ...options, cwd: inRoot('web'), env: forProduction }),
    finish: async () => precompress(await filesIn('web/dist')),
  },
  {
    name: 'server',
    inputs: ['server', ...sharedInputs],
    result: 'server/dist/main.js',
    make: (options) => runTool('rolldown', ['-c', 'rolldown.config.mjs'], { ...options, cwd: inRoot('server') }),
    finish: () => undefined,
  },
];

/** Builds the web client and the server, each only when one of its inputs has changed. */
export async function ensureBuilt() {
  for (const part of parts) {
    if (!(await isFresh(part))) await withLock((onStart) => build(part, onStart));
  }
}

/**
 * @param {Part} part
 * @param {(pid: number) => void} onStart
 */
async function build(part, onStart) {
  if (await isFresh(part)) return;
  const startedAt = Date.now();
  const stamp = await stampOf(part);
  await rm(stampFile(part), { force: true });
  await rm(inRoot(path.dirname(part.result)), { recursive: true, force: true });
  const { isGood, text } = await part.make({ isQuiet: true, onStart });
  if (!isGood) throw new Error(`Building the ${part.name} failed:\n${text.trimEnd()}`);
  await part.finish();
  // Written last, with the inputs' stamp from before the build: an interrupted or overtaken build is repeated.
  await mkdir(cacheDir, { recursive: true });
  await writeFile(stampFile(part), stamp);
  console.log(`Built the ${part.name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** @param {Part} part */
async function isFresh(part) {
  try {
    await access(inRoot(part.result));
    return (await readFile(stampFile(part), 'utf8')) === (await stampOf(part));
  } catch {
    return false;
  }
}

/** @param {Part} part */
async function stampOf({ inputs }) {
  const files = await listFiles(...inputs);
  return hashFiles(files.filter((file) => !/\.test\.\w+$/.test(file) && !/^\w+\/test\//.test(file)));
}

/** @param {Part} part */
function stampFile({ name }) {
  return path.join(cacheDir, `${name}.stamp`);
}

/** @param {string} folder */
async function filesIn(folder) {
  const entries = await readdir(inRoot(folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(folder, path.relative(inRoot(folder), entry.parentPath), entry.name));
}

if (await isMainModule(import.meta.url)) {
  requireNode();
  await ensureInstalled();
  await ensureBuilt();
}
