import { readFile, writeFile } from 'node:fs/promises';

import { inRoot, isMainModule, readIfExists } from './repository.mjs';

const listFile = 'docs/audit/licences.md';

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} licence
 * @property {boolean} isForDevelopment
 */

/** Licences allowed in what we distribute: those that only require their text to be kept. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/**
 * Further licences that are allowed, and why.
 *
 * @type {{ licence: string; packages?: RegExp; isForDevelopment?: boolean; reason: string }[]}
 */
const exceptions = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    reason: 'libvips, a shared library that is loaded and can be replaced',
  },
  { licence: 'MPL-2.0', isForDevelopment: true, reason: 'tools that build and test; nothing of them is handed out' },
];

/**
 * One line for each package whose licence is not allowed.
 *
 * @param {Package[]} packages
 */
export function findForbidden(packages) {
  return packages
    .map(({ name, version, licence, isForDevelopment }) => {
      const terms = (licence ?? 'none').replace(/[()]/g, '').split(/ AND /);
      const isAllowed = (/** @type {string} */ term) =>
        // Of several alternatives, one is enough.
        term.split(/ OR /).some((choice) => permissive.includes(choice)) ||
        exceptions.some(
          (exception) =>
            exception.licence === term &&
            (exception.packages?.test(name) ?? true) &&
            (!exception.isForDevelopment || isForDevelopment),
        );
      return terms.every(isAllowed) ? null : `${name} ${version}: ${licence ?? 'no licence'}`;
    })
    .filter((line) => line !== null);
}

/**
 * Every package of the lock file, for all platforms, each version once.
 *
 * @returns {Promise<Package[]>}
 */
export async function listPackages() {
  /** @typedef {{ version: string; name?: string; link?: boolean; dev?: boolean; license?: string }} LockEntry */
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  /** @type {Map<string, Package>} */
  const found = new Map();
  for (const [location, entry] of Object.entries(packages)) {
    if (!location.includes('node_modules/') || entry.link) continue;
    const name = entry.name ?? location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const key = `${name} ${entry.version}`;
    const isForDevelopment = (found.get(key)?.isForDevelopment ?? true) && entry.dev === true;
    const licence = (await installedLicence(location)) ?? entry.license;
    found.set(key, { name, version: entry.version, licence, isForDevelopment });
  }
  return [...found.values()].toSorted((one, other) => (one.name + one.version < other.name + other.version ? -1 : 1));
}

/**
 * Read from the package itself; older packages use fields that the lock file lacks.
 *
 * @param {string} location
 */
async function installedLicence(location) {
  const text = await readIfExists(location, 'package.json');
  if (text === undefined) return undefined;
  /** @type {{ license?: string | { type: string }; licenses?: { type: string }[] }} */
  const { license, licenses } = JSON.parse(text);
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ');
}

/**
 * The content of the list in the repository.
 *
 * @param {Package[]} packages
 */
export function writeList(packages) {
  const handedOut = packages.filter(({ isForDevelopment }) => !isForDevelopment);
  const counts = new Map();
  for (const { licence } of handedOut) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  return [
    '# Licences of others',
    '',
    'Made by `npm run licences` from `package-lock.json`: what the program is made of, on all systems together. What only builds',
    'and tests it is checked too, and not listed. The embedded database is PostgreSQL, under the PostgreSQL Licence.',
    '@sapphi-red/web-noise-suppressor contains RNNoise, under BSD-3-Clause: `web/public/rnnoise-licence.txt`.',
    '',
    '| Licence | Packages |',
    '|---|---|',
    ...Array.from(counts, ([licence, count]) => `| ${licence} | ${count} |`).toSorted(),
    '',
    ...handedOut.map(({ name, version, licence }) => `- ${name} ${version}: ${licence}`),
    '',
  ].join('\n');
}

/** One sentence for each fault. */
export async function checkLicences() {
  const packages = await listPackages();
  const isListed = (await readIfExists(listFile)) === writeList(packages);
  return [...findForbidden(packages), ...(isListed ? [] : [`${listFile} is not up to date: npm run licences`])];
}

if (await isMainModule(import.meta.url)) {
  const packages = await listPackages();
  await writeFile(inRoot(listFile), writeList(packages));
  const forbidden = findForbidden(packages);
  for (const line of forbidden) console.error(`Not agreed to: ${line}`);
  console.log(`${packages.length} packages; the list is in ${listFile}.`);
  process.exitCode = forbidden.length > 0 ? 1 : 0;
}
