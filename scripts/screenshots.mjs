import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot } from './repository.mjs';
import { run } from './run-program.mjs';

// Of a demo that was filled this moment, so that its "just now" is true.
requireNode();
await ensureInstalled();
await ensureBuilt();
const CHROMIUM_PATH = await ensureChromium();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chat-app-screenshots-'));
try {
  const { isGood } = await runDemo(['fill.ts', dataDir]);
  const pictures = isGood && (await runDemo(['screenshots.ts', dataDir, inRoot('docs', 'pictures')]));
  process.exitCode = pictures && pictures.isGood ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

function runDemo([file, ...args]) {
  return run(process.execPath, ['--import', 'tsx', inRoot('demo', 'src', file), ...args], { env: { CHROMIUM_PATH } });
}
