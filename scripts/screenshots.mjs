import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { ensureBuilt } from './build.mjs';
import { ensureHeadlessChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

// Uses a freshly filled demo, so that its "just now" is true. Takes the README's pictures; with `-- all`, or the names
// of screens, pictures of every screen in three sizes and both themes, for review.
const wanted = process.argv.slice(2);
const screenshotsDir = wanted.length === 0 ? inRoot('docs', 'pictures') : inRoot('test-results', 'screens');
requireNode();
await ensureInstalled();
await ensureBuilt();
const CHROMIUM_PATH = await ensureHeadlessChromium();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chat-app-screenshots-'));
try {
  const { isGood } = await runDemo('fill.ts', dataDir);
  const pictures = isGood && (await runDemo('screenshots.ts', dataDir, screenshotsDir, ...wanted));
  process.exitCode = pictures && pictures.isGood ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * @param {string} file
 * @param {string[]} args
 */
function runDemo(file, ...args) {
  return run(process.execPath, ['--import', 'tsx', inRoot('demo', 'src', file), ...args], { env: { CHROMIUM_PATH } });
}
