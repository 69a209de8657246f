import { appendFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { codeOf } from './errors.mjs';
import { inRoot } from './repository.mjs';

const lockDir = inRoot('.cache', 'working');
const pidFile = path.join(lockDir, 'pids');

/**
 * Two starts at once would install or build into the same folders, so the second waits for the first. The work receives
 * a callback for the pid of each program it runs, because such a program continues when the start itself is killed.
 *
 * @template Result
 * @param {(onStart: (pid: number) => void) => Promise<Result>} work
 */
export async function withLock(work) {
  await mkdir(path.dirname(lockDir), { recursive: true });
  let isAnnounced = false;
  while (!(await tryAcquire())) {
    if (await isStale()) {
      await rm(lockDir, { recursive: true, force: true });
      continue;
    }
    if (!isAnnounced) console.log('Another start is installing or building; waiting for it ...');
    isAnnounced = true;
    await delay(200);
  }
  try {
    return await work((pid) => appendFileSync(pidFile, `${pid}\n`));
  } finally {
    await rm(lockDir, { recursive: true, force: true });
  }
}

async function tryAcquire() {
  try {
    await mkdir(lockDir);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await writeFile(pidFile, `${process.pid}\n`);
  return true;
}

async function isStale() {
  const pids = await readPids();
  return !pids.some(isAlive);
}

// Before it writes its pid into the new folder, the holder has none; killed in that moment, it never gets one.
async function readPids() {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const text = await readFile(pidFile, 'utf8').catch(() => '');
    if (text !== '') return text.trim().split('\n').map(Number);
    await delay(50);
  }
  return [];
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
