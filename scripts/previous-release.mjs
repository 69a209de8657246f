import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';

import { cleanInstall, runNpm } from './install.mjs';
import { inRoot, listFiles } from './repository.mjs';
import { run, toolPath } from './run-program.mjs';

/** Below the root, so that its imports find our packages, but not in node_modules: its code would be built as theirs. */
const folder = inRoot('.cache', 'previous-release');
const migrations = 'server/src/platform/db/migrations';

/**
 * Builds the server of the previous release and returns its folder, or why there is none.
 *
 * @returns {Promise<{ commit: string; serverFolder: string } | { reason: string }>}
 */
export async function buildPreviousRelease() {
  const commit = await findPreviousRelease();
  if (commit === undefined)
    return { reason: 'its commit is not in this folder, which needs to be a clone with history' };
  const edited = await git('diff', '--name-only', '--diff-filter=M', commit, '--', migrations);
  if (edited !== '') return { reason: `${commit} has other migrations of the same name: ${edited}` };
  await rm(folder, { recursive: true, force: true });
  // The server reads this folder; the pages of that release are not needed.
  await mkdir(path.join(folder, 'web', 'dist'), { recursive: true });
  const archive = path.join(folder, 'source.tar');
  await must('git', ['archive', '--format=tar', `--output=${archive}`, commit]);
  await must('tar', ['-xf', archive, '-C', folder]);
  if (await needsOtherPackages()) {
    const { isGood, text } = await runNpm(cleanInstall, { cwd: folder, isQuiet: true });
    if (!isGood) throw new Error(`The packages of the previous release could not be installed:\n${text.trimEnd()}`);
  } else {
    // All other packages are found in the folders above.
    await mkdir(path.join(folder, 'node_modules', '@chat-app'), { recursive: true });
    await symlink('../../contract', path.join(folder, 'node_modules', '@chat-app', 'contract'));
  }
  const serverFolder = path.join(folder, 'server');
  await must(process.execPath, [await toolPath('rolldown'), '-c', 'rolldown.config.mjs'], serverFolder);
  return { commit, serverFolder };
}

/**
 * The commit of PREVIOUS_RELEASE, of the newest tag before this commit, or, as long as nothing was released, the commit
 * before the newest migration. Undefined when that is not in this clone.
 */
async function findPreviousRelease() {
  const asked = process.env.PREVIOUS_RELEASE;
  if (asked !== undefined) return commitOf(asked);
  const tag = await git('describe', '--tags', '--match', 'v[0-9]*', '--abbrev=0', 'HEAD^');
  if (tag !== '') return commitOf(tag);
  const newest = (await listFiles(migrations)).at(-1) ?? '';
  const addedBy = await git('log', '-1', '--diff-filter=A', '--format=%H', '--', newest);
  // A migration that is not committed yet comes after all commits.
  return commitOf(addedBy === '' ? 'HEAD' : `${addedBy}^`);
}

/** @param {string} name */
async function commitOf(name) {
  return (await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)) || undefined;
}

/** Compares the packages that the server and its build name; they are pinned. */
async function needsOtherPackages() {
  /** @typedef {Record<string, string>} Versions */
  const read = async (/** @type {string} */ start, /** @type {string} */ name) => {
    const text = await readFile(path.join(start, name), 'utf8');
    /** @type {{ dependencies?: Versions; optionalDependencies?: Versions; devDependencies?: Versions }} */
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(text);
    return { dependencies, optionalDependencies, rolldown: devDependencies?.rolldown };
  };
  const versions = (/** @type {string} */ start) =>
    Promise.all([read(start, 'package.json'), read(start, 'server/package.json')]);
  return JSON.stringify(await versions(folder)) !== JSON.stringify(await versions(inRoot()));
}

/** @param {string[]} args */
async function git(...args) {
  const { isGood, text } = await run('git', args, { isQuiet: true });
  return isGood ? text.trim() : '';
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
async function must(command, args, cwd = inRoot()) {
  const { isGood, text } = await run(command, args, { cwd, isQuiet: true });
  if (!isGood) throw new Error(`The previous release could not be built: ${command} failed:\n${text.trimEnd()}`);
}
