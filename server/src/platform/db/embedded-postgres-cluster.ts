import { mkdir, mkdtemp, open, readFile, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { changeOwner, type Identity } from './embedded-postgres-identity.ts';
import { completed, type Watcher } from './embedded-postgres-watcher.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';

/** The major version of the data files. */
const majorVersion = '18';
export const port = 5432;
/** sun_path holds 108 bytes on Linux and 104 on macOS, including the terminating zero. */
const maxSocketPathBytes = process.platform === 'darwin' ? 100 : 107;
const draftPrefix = 'postgres.new-';

interface ClusterOptions {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly identity: Identity;
  readonly watcher: Watcher;
}

/** Creates the database files unless they exist. Returns true when it created them. */
export async function ensureCluster(options: ClusterOptions): Promise<boolean> {
  await removeDrafts(options.dataDir);
  if (await isCluster(options.clusterDir)) return false;

  const draftDir = path.join(options.dataDir, `${draftPrefix}${process.pid}`);
  await mkdir(draftDir, { mode: 0o700 });
  await changeOwner(options.identity, draftDir);
  try {
    await initialise(options, draftDir);
    await rename(draftDir, options.clusterDir);
    // Without this sync, a power cut could restore the draft's name, and the next start would delete all data.
    await syncFolder(options.dataDir);
  } catch (error) {
    await rm(draftDir, { recursive: true, force: true });
    throw error;
  }
  return true;
}

/** Returns the socket folder: the server's own, or a private temporary one when that path is too long for a socket. */
export async function chooseSocketDir(clusterDir: string, identity: Identity): Promise<SocketDir> {
  // Records the temporary folder, so that the next start after a SIGKILL can remove it.
  const link = `${clusterDir}.socket`;
  const stale = await readlink(link).catch(() => undefined);
  const remove = async (folder: string) => {
    await rm(folder, { recursive: true, force: true });
    await rm(link, { force: true });
  };
  if (stale?.startsWith(temporaryPrefix())) await remove(stale);

  if (Buffer.byteLength(socketPath(clusterDir)) <= maxSocketPathBytes) {
    return { path: clusterDir, remove: () => Promise.resolve() };
  }
  const folder = await mkdtemp(temporaryPrefix());
  await symlink(folder, link);
  await changeOwner(identity, folder);
  return { path: folder, remove: () => remove(folder) };
}

function temporaryPrefix() {
  return path.join(os.tmpdir(), 'chat-app-');
}

export interface SocketDir {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** The file name PostgreSQL gives its socket. */
export function socketPath(folder: string) {
  return path.join(folder, `.s.PGSQL.${port}`);
}

async function isCluster(clusterDir: string) {
  const version = await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`The database in ${clusterDir} cannot be read by this user (${error.code}).`);
  });
  if (version === undefined) return assertEmpty(clusterDir);
  if (version.trim() !== majorVersion) {
    throw new Error(
      `${clusterDir} was made by PostgreSQL ${version.trim()} and this is ${majorVersion}: move its data with pg_dump, or set DATABASE_URL.`,
    );
  }
  return true;
}

async function assertEmpty(clusterDir: string) {
  const names = await readdir(clusterDir).catch(() => []);
  if (names.length > 0) throw new Error(`${clusterDir} is not empty and not a database: move it away or set DATA_DIR.`);
  return false;
}

// A start that was killed while creating the files leaves its draft. Only the holder of the folder's lock runs this.
async function removeDrafts(dataDir: string) {
  const names = await readdir(dataDir);
  const drafts = names.filter((name) => name.startsWith(draftPrefix));
  const gone = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  await Promise.all(drafts.map((name) => rm(path.join(dataDir, name), gone)));
}

async function initialise({ binaries, identity, watcher }: ClusterOptions, folder: string) {
  const run = (ctype: string) => {
    const login = ['--username', 'postgres', '--auth-local=trust', '--auth-host=reject'];
    // lower() and ILIKE cover all of Unicode, and the sort order does not depend on the machine.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const flags = ['--pgdata', folder, '--no-instructions', ...login, ...locale, `--lc-ctype=${ctype}`];
    const command = [...identity.prefix, binaries.initdb, ...flags];
    return completed(watcher.launch(command, { ...identity, env: binaries.env, cwd: '/', output: 'pipe' }));
  };
  // pg_trgm and full-text search use the C library to classify letters; not every system has this locale.
  await run('C.UTF-8')
    .catch(() => run('C'))
    .catch((error: Error) => {
      throw new Error(`The embedded database could not be made in ${folder}. ${error.message}`);
    });
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
