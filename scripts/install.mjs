import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { withLock } from './lock.mjs';
import { cacheDir, hashFiles, inRoot, readIfExists } from './repository.mjs';
import { run } from './run-program.mjs';

/** The build needs development packages even with NODE_ENV=production. No package of ours needs its install script. */
export const cleanInstall = [
  'ci',
  '--no-audit',
  '--no-fund',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
];
const stampFile = path.join(cacheDir, 'install.stamp');

/** Installs exactly the packages of package-lock.json, unless they are already installed. */
export async function ensureInstalled() {
  if (await isInstalled()) return;
  await withLock(async (onStart) => {
    if (await isInstalled()) return;
    if (!(await matchesLockFile())) await install(onStart);
    await mkdir(cacheDir, { recursive: true });
    await writeFile(stampFile, await wantedStamp());
  });
}

async function isInstalled() {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await wantedStamp());
}

// Packages with binaries depend on the platform and, in part, on Node.js's ABI.
function wantedStamp() {
  return hashFiles(['package-lock.json'], process.platform, process.arch, process.versions.modules);
}

// After a manual `npm install` or `npm ci`, no second one is needed. npm writes this file last.
async function matchesLockFile() {
  const [wantedText, presentText] = await Promise.all([
    readIfExists('package-lock.json'),
    readIfExists('node_modules', '.package-lock.json'),
  ]);
  if (wantedText === undefined || presentText === undefined) return false;
  /** @typedef {{ version?: string; optional?: boolean; peer?: boolean; link?: boolean }} LockEntry */
  /** @type {Record<string, LockEntry>} */
  const wanted = JSON.parse(wantedText).packages;
  /** @type {Record<string, LockEntry>} */
  const present = JSON.parse(presentText).packages;
  return Object.entries(wanted).every(([location, { version, optional, peer, link }]) => {
    if (!location.startsWith('node_modules/') || link) return true;
    if (present[location] === undefined) return optional === true || peer === true;
    return present[location].version === version;
  });
}

/** @param {(pid: number) => void} onStart */
async function install(onStart) {
  const startedAt = Date.now();
  console.log('Installing packages (npm ci) ...');
  const { isGood, text } = await runNpm(cleanInstall, { isQuiet: true, onStart });
  if (!isGood) throw new Error(`npm ci failed:\n${text.trimEnd()}`);
  await access(inRoot('node_modules'));
  console.log(`Installed packages in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
}

/**
 * npm passes its own path to its scripts; the PATH may contain another npm, or none.
 *
 * @param {string[]} args
 * @param {RunOptions} options
 * @import { RunOptions } from './run-program.mjs'
 */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], options) : run('npm', args, options);
}
