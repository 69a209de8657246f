import { access, constants } from 'node:fs/promises';

import { run } from './run-program.mjs';

/**
 * The path of a system program: from its variable, or from the usual locations. Undefined when it is not found.
 *
 * @param {string} variable
 * @param {string[]} locations
 */
export async function findProgram(variable, locations) {
  const named = process.env[variable];
  if (named) {
    if (await isExecutable(named)) return named;
    throw new Error(`${variable} names ${named}, which is no program.`);
  }
  const present = await Promise.all(locations.map(isExecutable));
  return locations[present.indexOf(true)];
}

/**
 * Installs Debian packages, if permitted.
 *
 * @param {string} label
 * @param {string[]} packages
 */
export async function installWithApt(label, packages) {
  if (process.getuid?.() !== 0 || !(await isExecutable('/usr/bin/apt-get'))) return;
  console.log(`Installing ${label} (apt-get) ...`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, isQuiet: true };
  const update = await run('apt-get', ['update'], options);
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  if (!install.isGood) throw new Error(`Installing ${label} failed:\n${update.text}${install.text}`.trimEnd());
}

/** @param {string} file */
async function isExecutable(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
