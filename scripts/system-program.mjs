import { access, constants } from 'node:fs/promises';

import { run } from './run-program.mjs';

/** Where a program of the system is: as its variable says, or at one of the usual places. Undefined: nowhere. */
export async function findProgram(variable, places) {
  const named = process.env[variable];
  if (named) {
    if (await isThere(named)) return named;
    throw new Error(`${variable} names ${named}, which is no program.`);
  }
  const present = await Promise.all(places.map(isThere));
  return places[present.indexOf(true)];
}

/** Installs packages of Debian's, where we may. */
export async function installWithApt(label, packages) {
  if (process.getuid?.() !== 0 || !(await isThere('/usr/bin/apt-get'))) return;
  console.log(`Installing ${label} (apt-get) ...`);
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, isQuiet: true };
  const update = await run('apt-get', ['update'], options);
  const install = await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  if (!install.isGood) throw new Error(`Installing ${label} failed:\n${update.text}${install.text}`.trimEnd());
}

async function isThere(file) {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
