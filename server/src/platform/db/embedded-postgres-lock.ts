import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A killed process takes a moment to exit; a start right after the kill must not be refused. */
const waitMs = 1_500;

/**
 * Locks the folder for this process, or throws one sentence when a live process holds it. Returns the unlock function.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const lockFile = path.join(dataDir, 'postgres.lock');
  const content = `${process.pid} ${await startTimeOf(process.pid)}\n`;
  const draft = `${lockFile}.${randomUUID()}`;
  // Linking makes the lock appear together with its content: no process can read a half-written lock.
  await writeFile(draft, content, { mode: 0o600 });
  try {
    const deadline = Date.now() + waitMs;
    while (!(await tryLink(draft, lockFile))) {
      const holder = await removeIfStale(lockFile);
      if (holder === undefined) continue;
      if (Date.now() > deadline) throw new Error(`DATA_DIR ${dataDir} is in use by another process (${holder}).`);
      await delay(50);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return () => rm(lockFile, { force: true });
}

async function tryLink(draft: string, lockFile: string) {
  try {
    await link(draft, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Returns the pid of a live holder; removes the lock of a dead one. */
async function removeIfStale(lockFile: string): Promise<number | undefined> {
  const seen = await readFile(lockFile, 'utf8').catch(() => undefined);
  if (seen === undefined) return undefined;
  const [pid, ...startTime] = seen.trim().split(' ');
  if (await isSameProcess(Number(pid), startTime.join(' '))) return Number(pid);

  const aside = `${lockFile}.${randomUUID()}`;
  await rename(lockFile, aside).catch(() => undefined);
  const taken = await readFile(aside, 'utf8').catch(() => undefined);
  // Another start may have replaced the stale lock between our read and our rename; restore its lock.
  if (taken !== undefined && taken !== seen) await tryLink(aside, lockFile);
  await rm(aside, { force: true });
  return undefined;
}

async function isSameProcess(pid: number, startTime: string) {
  return isAlive(pid) && (await startTimeOf(pid)) === startTime;
}

/** True when a process with this pid exists, ours or not. */
export function isAlive(pid: number) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Pids are reused, after a container restart often by the same programs. Only a pid together with its start time
// identifies one process.
async function startTimeOf(pid: number) {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({
      stdout: '',
    }));
    return stdout.trim();
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field, the program's name, may contain spaces and parentheses; starttime is the 20th field after it.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie is dead and waits for its parent to reap it, in some containers forever.
  if (state === 'Z') return 'dead';
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()}:${fields[18]}`;
}
