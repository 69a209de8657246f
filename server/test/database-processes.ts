import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The processes of the embedded database in a folder: the server, and one for each connection and each background task.
 */
export async function databaseProcesses(dataDir: string): Promise<{ server: number; children: number[] }> {
  const server = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(parentOf));
  return { server, children: pids.filter((_, index) => parents[index] === server) };
}

/** Signals all of them: a server that hangs does so as a whole. */
export async function signalDatabase(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const { server, children } = await databaseProcesses(dataDir);
  for (const pid of [server, ...children]) process.kill(pid, signal);
}

async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The second field is the name in parentheses, which may contain anything.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
