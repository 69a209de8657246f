import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { exclusively } from './exclusive.mjs';
import { cacheDir, hashFiles, inRoot, readIfThere } from './repository.mjs';
import { run } from './run-program.mjs';

const stampFile = path.join(cacheDir, 'install.stamp');

/** Installs exactly what package-lock.json says, unless that is already there. */
export async function ensureInstalled() {
  if (await isInstalled()) return;
  await exclusively(async (onStart) => {
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

// Packages with binaries are chosen by platform and, some, by Node.js's binary interface.
function wantedStamp() {
  return hashFiles(['package-lock.json'], process.platform, process.arch, process.versions.modules);
}

// Somebody who ran `npm install` or `npm ci` by hand need not wait for a second one. npm writes this file as its last act.
async function matchesLockFile() {
  const [wantedText, presentText] = await Promise.all([
    readIfThere('package-lock.json'),
    readIfThere('node_modules', '.package-lock.json'),
  ]);
  if (wantedText === undefined || presentText === undefined) return false;
  const wanted = JSON.parse(wantedText).packages;
  const present = JSON.parse(presentText).packages;
  return Object.entries(wanted).every(([place, { version, optional, peer, link }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    if (present[place] === undefined) return optional === true || peer === true;
    return present[place].version === version;
  });
}

async function install(onStart) {
  const startedAt = Date.now();
  console.log('Installing packages (npm ci) ...');
  // The build needs development packages even where NODE_ENV says production. No package of ours needs its install script.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--ignore-scripts'];
  const { isGood, text } = await runNpm(args, { isQuiet: true, onStart });
  if (!isGood) throw new Error(`npm ci failed:\n${text.trimEnd()}`);
  await access(inRoot('node_modules'));
  console.log(`Installed packages in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
}

/** npm tells its scripts where it is itself; on the PATH there may be another one, or none. */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args], options) : run('npm', args, options);
}
