import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { connectDatabase } from './database.ts';
import { isAlive } from './embedded-postgres-lock.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const module = new URL('./embedded-postgres.ts', import.meta.url).href;

let scratch: string;
let disposers: (() => unknown)[];

beforeEach(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'embedded-postgres-test-'));
  disposers = [() => rm(scratch, { recursive: true, force: true, maxRetries: 20 })];
});
afterEach(async () => {
  for (let dispose = disposers.pop(); dispose; dispose = disposers.pop()) await dispose();
});

describe('the embedded database', () => {
  test('[OPS-1] it starts in an empty folder, uses only a socket, and the application is no superuser', async () => {
    const database = await start(scratch);
    const sql = connect(database);

    const [row] = await sql`
      select
        lower('ĐẶNG') as lowered,
        'Ñandú' ilike 'ñANDÚ' as is_alike,
        rolsuper as is_superuser,
        current_setting('listen_addresses') as addresses,
        current_setting('fsync') as fsync
      from pg_roles
      where rolname = current_user
    `;

    expect(row).toEqual({ lowered: 'đặng', isAlike: true, isSuperuser: false, addresses: '', fsync: 'on' });
    expect((await stat(database.connection.host)).mode & 0o777).toBe(0o700);
  });

  test('[OPS-2] a killed server restarts with everything that was written', async () => {
    const database = await start(scratch);
    await writeNote(database, 'kept');

    process.kill(await postmasterPid(scratch), 'SIGKILL');

    await vi.waitFor(async () => expect(await readNotes(database)).toEqual(['kept']));
  });

  test('[OPS-3] a start at once after the application was killed has the data, and only its own server', async () => {
    const holder = await startInAnotherProcess(scratch);
    await writeNote(holder, 'kept');

    holder.process.kill('SIGKILL');
    const next = await start(scratch);

    expect(await serversIn(scratch)).not.toContain(holder.postmasterPid);
    expect(await readNotes(next)).toEqual(['kept']);
    await next.stop();
    expect(await serversIn(scratch)).toEqual([]);
  });

  test('[OPS-3] when the watcher is killed with the application, the next start stops the orphan', async () => {
    const holder = await startInAnotherProcess(scratch);
    const watchers = (await childrenOf(holder.process.pid)).filter((pid) => pid !== holder.postmasterPid);
    expect(watchers.length).toBeGreaterThan(0);

    holder.process.kill('SIGSTOP');
    for (const pid of watchers) process.kill(pid, 'SIGKILL');
    holder.process.kill('SIGKILL');
    await start(scratch);

    expect(await serversIn(scratch)).not.toContain(holder.postmasterPid);
  });

  test('[OPS-4] a second application is refused with one sentence; [OPS-3] a killed one takes its server with it', async () => {
    const holder = await startInAnotherProcess(scratch);

    await expect(start(scratch)).rejects.toThrow(
      `DATA_DIR ${scratch} is in use by another process (${holder.process.pid}).`,
    );
    await writeNote(holder, 'undisturbed');

    holder.process.kill('SIGKILL');
    await vi.waitFor(async () => expect(await serversIn(scratch)).toEqual([]));
  });

  test('[OPS-4] of several starts at once on a folder whose holder was killed, one wins', async () => {
    await writeFile(path.join(scratch, 'postgres.lock'), '999999999 gone\n');

    const starts = await Promise.allSettled([start(scratch), start(scratch), start(scratch)]);

    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  test('[OPS-5] the temporary folder for a path too long for a socket is removed by a stop, or by the next start', async () => {
    const dataDir = path.join(scratch, 'long'.repeat(25), 'data');
    const holder = await startInAnotherProcess(dataDir);
    holder.process.kill('SIGKILL');
    const database = await start(dataDir);
    await expect(stat(holder.connection.host)).rejects.toThrow('ENOENT');

    const socketDir = database.connection.host;
    expect(path.dirname(socketDir)).toBe(os.tmpdir());
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    await writeNote(database, 'far away');
    await database.stop();
    await expect(stat(socketDir)).rejects.toThrow('ENOENT');
  });

  test('[OPS-5] a folder may have spaces, commas and quotes in its name', async () => {
    const database = await start(path.join(scratch, `Ann's "chat, data"`));

    await writeNote(database, 'kept');
    expect(await readNotes(database)).toEqual(['kept']);
  });

  test('[OPS-6] an application killed while creating the database leaves no half-created files', async () => {
    const holder = holdInAnotherProcess(scratch);
    await vi.waitFor(async () => expect(await draftsIn(scratch)).toHaveLength(1));
    holder.kill('SIGKILL');
    await mkdir(path.join(scratch, 'postgres.new-1', 'base'), { recursive: true });

    const database = await start(scratch);

    await writeNote(database, 'kept');
    expect(await draftsIn(scratch)).toEqual([]);
  });

  test('[OPS-6] a folder that contains other files is left unchanged', async () => {
    await mkdir(path.join(scratch, 'postgres'));
    await writeFile(path.join(scratch, 'postgres', 'thesis.txt'), 'precious');

    await expect(start(scratch)).rejects.toThrow('is not empty and not a database');

    expect(await readFile(path.join(scratch, 'postgres', 'thesis.txt'), 'utf8')).toBe('precious');
  });

  test('[OPS-7] a stale pid that now belongs to another program does not prevent a start', async () => {
    const first = await start(scratch);
    const pidFile = path.join(scratch, 'postgres', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await first.stop();
    const stranger = spawn('sleep', ['600']);
    disposers.push(() => stranger.kill('SIGKILL'));
    await writeFile(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'));

    await writeNote(await start(scratch), 'kept');

    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  });

  test('[OPS-8] a stop leaves no process and frees the folder', async () => {
    const database = await start(scratch);
    const before = (await childrenOf(process.pid)).length;

    await Promise.all([database.stop(), database.stop()]);

    expect(await serversIn(scratch)).toEqual([]);
    await vi.waitFor(async () => expect((await childrenOf(process.pid)).length).toBeLessThan(before));
    await start(scratch);
  });
});

type Reachable = Pick<EmbeddedPostgres, 'connection'>;

async function start(dataDir: string) {
  const database = await startEmbeddedPostgres({ dataDir, logger: quiet });
  disposers.push(database.stop);
  return database;
}

function holdInAnotherProcess(dataDir: string): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const quiet = { info() {}, warn() {}, error() {} };
    const { connection } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, logger: quiet });
    console.log(JSON.stringify(connection));
  `;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  disposers.push(async () => {
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await serversIn(dataDir)).toEqual([]));
  });
  return child;
}

async function startInAnotherProcess(dataDir: string) {
  const child = holdInAnotherProcess(dataDir);
  if (!child.stdout) throw new Error('The output of the other process is not piped');
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const connection = JSON.parse(line) as EmbeddedPostgres['connection'];
  return { process: child, connection, postmasterPid: await postmasterPid(dataDir) };
}

function connect({ connection }: Reachable) {
  const database = connectDatabase(connection, { poolSize: 1 });
  disposers.push(() => database.close());
  return database.sql;
}

async function writeNote(database: Reachable, text: string) {
  const sql = connect(database);
  await sql`create table if not exists notes (text text not null)`;
  await sql`insert into notes (text) values (${text})`;
}

async function readNotes(database: Reachable) {
  const rows = await connect(database)<{ text: string }[]>`select text from notes order by text limit 10`;
  return rows.map(({ text }) => text);
}

async function postmasterPid(dataDir: string) {
  return Number.parseInt(await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

async function draftsIn(dataDir: string) {
  const names = await readdir(dataDir);
  return names.filter((name) => name.startsWith('postgres.new-'));
}

/**
 * The processes of a server run inside its folder; on macOS only the first of them is visible, through its pid file.
 */
async function serversIn(dataDir: string) {
  const folder = path.join(dataDir, 'postgres');
  if (process.platform !== 'linux') {
    const pid = await postmasterPid(dataDir).catch(() => 0);
    return isAlive(pid) ? [pid] : [];
  }
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, position) => folders[position] === folder);
}

async function childrenOf(parent: number | undefined) {
  const ps = spawn('ps', ['-A', '-o', 'pid=,ppid='], { stdio: ['ignore', 'pipe', 'ignore'] });
  const text = (await ps.stdout.setEncoding('utf8').toArray()).join('');
  const rows = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent && pid !== ps.pid ? [pid] : []));
}
