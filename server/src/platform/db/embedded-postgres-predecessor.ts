import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { socketPath } from './embedded-postgres-cluster.ts';
import { isAlive } from './embedded-postgres-lock.ts';

const waitMs = 15_000;
/** On the command line of every server we start, so that we never stop a foreign server on the folder. */
export const clusterName = 'chat-app';

interface Predecessor {
  readonly pid: number;
  readonly commandLine: string;
}

/**
 * Waits until no server uses the folder. Returns the pid in a stale postmaster.pid that now belongs to another program,
 * which PostgreSQL would otherwise mistake for a live server.
 */
export async function waitForPredecessor(clusterDir: string): Promise<number | undefined> {
  const deadline = Date.now() + waitMs;
  let isStopping = false;
  for (;;) {
    const found = await findByPidFile(clusterDir);
    const isServer = found !== undefined && found.commandLine.includes(clusterDir);
    // A pid means nothing across containers that share the folder; a socket that answers does.
    if (!isServer && !(await acceptsConnections(socketPath(clusterDir)))) return found?.pid;

    // Its watcher may have been killed together with the process that started it.
    if (isServer && !isStopping && found.commandLine.includes(`cluster_name=${clusterName}`)) {
      isStopping = true;
      process.kill(found.pid, 'SIGINT');
    }
    if (Date.now() > deadline) {
      throw new Error(
        `DATA_DIR ${path.dirname(clusterDir)} is in use by another process (a PostgreSQL server${isServer ? `, ${found.pid}` : ''}).`,
      );
    }
    await delay(100);
  }
}

async function findByPidFile(clusterDir: string): Promise<Predecessor | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Math.abs(Number.parseInt(text, 10));
  if (!isAlive(pid)) return undefined;
  return { pid, commandLine: await commandLineOf(pid) };
}

async function commandLineOf(pid: number) {
  if (process.platform === 'linux') {
    const bytes = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return bytes.replaceAll('\0', ' ');
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return ps.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function acceptsConnections(socket: string) {
  return new Promise<boolean>((resolve) => {
    const connection = net.connect(socket);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}
