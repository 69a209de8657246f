import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import { connectDatabase } from './database.ts';
import { port } from './embedded-postgres-cluster.ts';
import { clusterName, waitForPredecessor } from './embedded-postgres-predecessor.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import type { Identity } from './embedded-postgres-identity.ts';
import type { Watcher } from './embedded-postgres-watcher.ts';

/** The part of a logger that the embedded database needs. */
export interface EmbeddedPostgresLogger {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}

export interface ServerOptions {
  readonly binaries: PostgresBinaries;
  readonly identity: Identity;
  readonly clusterDir: string;
  readonly socketDir: string;
  readonly logFile: string;
  readonly settings: Record<string, string>;
  readonly watcher: Watcher;
  readonly logger: EmbeddedPostgresLogger;
}

export interface SupervisedServer {
  /** Resolves when the server accepts connections, and from then on restarts it whenever it exits unexpectedly. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

const readyTimeoutMs = 60_000;
/** The children of a killed server exit a moment later; until then a new server refuses the folder. */
const relaunchWindowMs = 15_000;
const relaunchPauseMs = 200;
const maxPauseMs = 5_000;
const quitAfterMs = 8_000;
const killAfterMs = 11_000;
const maxLogBytes = 1_000_000;

export function superviseServer(options: ServerOptions): SupervisedServer {
  let child: ChildProcess | undefined;
  let isStopping = false;
  let restarting: Promise<void> = Promise.resolve();

  async function launchUntilReady(): Promise<void> {
    const deadline = Date.now() + relaunchWindowMs;
    for (;;) {
      const recycledPid = await waitForPredecessor(options.clusterDir);
      if (isStopping) return;
      const launched = launchServer(options, recycledPid);
      child = launched;
      if (await becomesReady(launched, options.socketDir)) {
        launched.once('exit', (code, signal) => handleExit(code, signal));
        // The server may have exited between its answer and this line; no later 'exit' event would report that.
        if (hasExited(launched)) handleExit(launched.exitCode, launched.signalCode);
        return;
      }
      if (isStopping) return;
      await end(launched);
      if (Date.now() > deadline) throw new Error(`PostgreSQL did not start. ${logTail(options.logFile)}`);
      await delay(relaunchPauseMs);
    }
  }

  function handleExit(code: number | null, signal: string | null) {
    if (isStopping) return;
    options.logger.error({ code, signal }, 'The embedded database exited unexpectedly; restarting it');
    restarting = restart();
  }

  async function restart(pauseMs = relaunchPauseMs): Promise<void> {
    try {
      await launchUntilReady();
      if (!isStopping) options.logger.info({ pid: child?.pid }, 'The embedded database is running again');
    } catch (error) {
      options.logger.error({ err: error }, 'Restarting the embedded database failed; retrying');
      await delay(pauseMs);
      if (!isStopping) await restart(Math.min(2 * pauseMs, maxPauseMs));
    }
  }

  return {
    start: launchUntilReady,
    async stop() {
      isStopping = true;
      if (child) await end(child);
      await restarting;
    },
  };
}

function launchServer(options: ServerOptions, recycledPid: number | undefined) {
  const { binaries, identity, clusterDir, logFile, watcher } = options;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(logFile, `${logFile}.1`);

  const settings = { ...baseSettings(options.socketDir), ...options.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // PostgreSQL treats a stale postmaster.pid that names this pid as its own, and still checks shared memory.
  const env = { ...binaries.env, ...(recycledPid === undefined ? {} : { PG_GRANDPARENT_PID: String(recycledPid) }) };
  const log = openSync(logFile, 'a', 0o600);
  try {
    const command = [...identity.prefix, binaries.postgres, '-D', clusterDir, ...flags];
    return watcher.launch(command, { ...identity, env, cwd: '/', output: log });
  } finally {
    closeSync(log);
  }
}

function baseSettings(socketDir: string): Record<string, string> {
  return {
    cluster_name: clusterName,
    listen_addresses: '',
    port: String(port),
    // Quoted because the setting is a list and a folder name may contain a comma.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '50',
    shared_buffers: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Clients receive their statement errors. Here these would fill the disk and expose message content.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

async function becomesReady(server: ChildProcess, socketDir: string) {
  let deadline = Date.now() + readyTimeoutMs;
  while (!hasExited(server) && Date.now() < deadline) {
    const answer = await probe(socketDir);
    if (answer === 'ready') return true;
    // The server is replaying the WAL after a crash; stopping it now would restart the recovery from the beginning.
    if (answer === 'starting') deadline = Date.now() + readyTimeoutMs;
    await delay(50);
  }
  return false;
}

async function probe(socketDir: string): Promise<'ready' | 'starting' | 'silent'> {
  const admin = connectAsAdmin(socketDir);
  try {
    await admin.sql`select 1`;
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'silent';
  } finally {
    await admin.close();
  }
}

/** One connection as the superuser, for operations that the application's role may not perform. */
export function connectAsAdmin(socketDir: string) {
  return connectDatabase({ host: socketDir, port, user: 'postgres', database: 'postgres' }, { poolSize: 1 });
}

function hasExited(server: ChildProcess) {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null;
}

/** SIGINT disconnects clients and shuts down cleanly. SIGQUIT exits at once, to recover later. SIGKILL if it hangs. */
async function end(server: ChildProcess) {
  if (hasExited(server)) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  const timers = [
    setTimeout(() => server.kill('SIGQUIT'), quitAfterMs),
    setTimeout(() => server.kill('SIGKILL'), killAfterMs),
  ];
  await exited;
  timers.forEach(clearTimeout);
}

function logTail(logFile: string) {
  try {
    return `${logFile} ends with: ${readFileSync(logFile, 'utf8').trimEnd().slice(-1_000)}`;
  } catch {
    return '';
  }
}
