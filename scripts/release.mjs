import { readFile, writeFile } from 'node:fs/promises';

import { messageOf } from './errors.mjs';
import { runNpm } from './install.mjs';
import { inRoot, isMainModule } from './repository.mjs';
import { run } from './run-program.mjs';

const changelogPath = inRoot('CHANGELOG.md');
const unreleasedHeading = '## Unreleased';

/**
 * Moves the unreleased changes of the changelog under the heading of a version. Throws when there are none.
 *
 * @param {string} text
 * @param {{ version: string; date: string }} release
 */
export function cutChangelog(text, { version, date }) {
  const start = text.indexOf(`${unreleasedHeading}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${unreleasedHeading}".`);
  if (notesOf(text, 'Unreleased') === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".');
  const rest = text.slice(start + unreleasedHeading.length);
  return `${text.slice(0, start)}${unreleasedHeading}\n\n## ${version} (${date})${rest}`;
}

/**
 * The changelog's notes on a version, without the heading; empty when there are none.
 *
 * @param {string} text
 * @param {string} version
 */
export function notesOf(text, version) {
  const sections = text.split(/^## /m).slice(1);
  const section = sections.find((each) => /^\S+/.exec(each)?.[0] === version) ?? '';
  return section.slice(section.indexOf('\n') + 1).trim();
}

/**
 * A release is also the newest of its minor and major line; a pre-release gets only its own tag.
 *
 * @param {string} version
 */
export function imageTagsOf(version) {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+$/.exec(version) ?? [];
  return major === undefined ? [version] : [version, `${major}.${minor}`, major, 'latest'];
}

/** @param {string} version */
export function isVersion(version) {
  return /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);
}

/** @param {string} version */
async function release(version) {
  const status = await git('status', '--porcelain');
  if (status !== '') throw new Error(`The working tree is not clean:\n${status}`);
  const branch = await git('branch', '--show-current');
  if (branch !== 'main') throw new Error(`Releases are made on main, and this is ${branch || 'no branch'}.`);
  const changelog = await readFile(changelogPath, 'utf8');
  await writeFile(changelogPath, cutChangelog(changelog, { version, date: new Date().toISOString().slice(0, 10) }));
  // Writes package.json of the root and of every workspace, and the lock file.
  const bump = ['version', version, '--no-git-tag-version', '--workspaces', '--include-workspace-root'];
  const { isGood, text } = await runNpm(bump, { isQuiet: true });
  if (!isGood) throw new Error(`npm version failed:\n${text}`);
  await git('add', '--all');
  await git('commit', '--message', `chore(release): Release ${version}`);
  await git('tag', '--annotate', `v${version}`, '--message', `Chat App ${version}`);
  console.log(`Committed and tagged v${version}. Publish it with: git push --follow-tags`);
}

/**
 * For the release workflow: the image's tags and the notes, as step outputs.
 *
 * @param {string} version
 * @param {string} image
 */
async function describe(version, image) {
  const notes = notesOf(await readFile(changelogPath, 'utf8'), version);
  const tags = imageTagsOf(version).map((tag) => `${image}:${tag}`);
  for (const [name, lines] of Object.entries({ tags: tags.join('\n'), notes })) {
    console.log(`${name}<<END-OF-${name}\n${lines}\nEND-OF-${name}`);
  }
}

/** @param {string[]} args */
async function git(...args) {
  const { isGood, text } = await run('git', args, { isQuiet: true });
  if (!isGood) throw new Error(`git ${args[0]} failed:\n${text.trim()}`);
  return text.trim();
}

if (await isMainModule(import.meta.url)) {
  const isDescription = process.argv[2] === '--describe';
  const [version = '', image = ''] = process.argv.slice(isDescription ? 3 : 2);
  try {
    if (!isVersion(version)) throw new Error('Say which version: npm run release -- 1.2.3');
    await (isDescription ? describe(version, image) : release(version));
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
