import { createHash } from 'node:crypto';
import { readFile, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { codeOf } from './errors.mjs';

/** The folder of the repository, whatever its name. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/**
 * A path inside the repository.
 *
 * @param {string[]} parts
 */
export function inRoot(...parts) {
  return path.join(root, ...parts);
}

/** Output of builds and test runs; removed together with node_modules. */
export const cacheDir = inRoot('node_modules', '.cache', 'chat-app');

const generatedFolders = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

/**
 * All files under the given files and folders, as sorted paths relative to the repository with forward slashes.
 *
 * @param {string[]} starts
 */
export async function listFiles(...starts) {
  const found = await Promise.all(starts.map((start) => walk(start)));
  return [...new Set(found.flat())].toSorted((one, other) => (one < other ? -1 : 1));
}

/**
 * @param {string} start
 * @returns {Promise<string[]>}
 */
async function walk(start) {
  let entries;
  try {
    entries = await readdir(inRoot(start), { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return [start];
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
  const found = await Promise.all(
    entries.map(async (entry) => {
      const name = `${start}/${entry.name}`;
      if (entry.isFile()) return [name];
      return entry.isDirectory() && !generatedFolders.has(entry.name) ? walk(name) : [];
    }),
  );
  return found.flat();
}

/**
 * A hash of the names and contents of files.
 *
 * @param {string[]} files
 * @param {string[]} alsoHashed
 */
export async function hashFiles(files, ...alsoHashed) {
  const hash = createHash('sha256');
  for (const text of alsoHashed) hash.update(`${text}\0`);
  for (const file of files) {
    const content = await readFile(inRoot(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The text of a file of the repository, or undefined when it does not exist.
 *
 * @param {string[]} parts
 */
export async function readIfExists(...parts) {
  return readFile(inRoot(...parts), 'utf8').catch(() => undefined);
}

/**
 * True when the module was started as a program, not imported by another one.
 *
 * @param {string} moduleUrl
 */
export async function isMainModule(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && (await realpath(started)) === (await realpath(fileURLToPath(moduleUrl)));
}
