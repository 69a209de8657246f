import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';

import { completed, type LaunchOptions, type Watcher } from './embedded-postgres-watcher.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';

/** The identity PostgreSQL runs under: a command-line prefix, or a user to switch to. */
export interface Identity {
  readonly prefix: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

interface User {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

interface IdentityOptions {
  readonly binaries: PostgresBinaries;
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly watcher: Watcher;
}

const currentUser: Identity = { prefix: [] };
/** A user namespace that maps root to nobody: PostgreSQL, which refuses root, runs, and root keeps owning the files. */
const nobodyInNamespace: Identity = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
};

/** Finds an identity under which PostgreSQL runs here, or throws one sentence that names DATABASE_URL. */
export async function chooseIdentity(options: IdentityOptions): Promise<Identity> {
  for (const candidate of await candidates(options.clusterDir)) {
    const works = await canRun(options, candidate);
    if (works) return candidate;
  }
  throw new Error(
    'PostgreSQL does not run as this user here (neither directly, in a user namespace, nor as postgres or nobody): ' +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Changes the owner of a folder that root created to the user PostgreSQL runs as. */
export async function changeOwner(identity: Identity, folder: string) {
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(folder, identity.uid, identity.gid);
}

/** Changes the owner of database files that root created in a user namespace, when namespaces are unavailable here. */
export async function changeOwnerRecursively(identity: Identity, clusterDir: string) {
  const found = await stat(clusterDir).catch(() => undefined);
  if (found === undefined || identity.uid === undefined || found.uid === identity.uid) return;
  await promisify(execFile)('chown', ['-R', `${identity.uid}:${identity.gid}`, clusterDir]);
}

async function candidates(clusterDir: string): Promise<Identity[]> {
  if (process.getuid?.() !== 0) return isNamedUser() ? [currentUser] : [nobodyInNamespace, currentUser];

  const owner = await stat(clusterDir).catch(() => undefined);
  // A folder created by an ordinary user, or by the fallback below, keeps its owner: a namespace could not read it.
  if (owner && owner.uid !== 0) return [{ prefix: [], uid: owner.uid, gid: owner.gid }];
  const users = await findUsers(['postgres', 'nobody']);
  return [nobodyInNamespace, ...users.map(({ uid, gid }) => ({ prefix: [], uid, gid }))];
}

// initdb refuses a uid without a name, which containers often assign.
function isNamedUser() {
  try {
    return os.userInfo().username !== '';
  } catch {
    return false;
  }
}

async function findUsers(names: readonly string[]): Promise<User[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  return names.flatMap((name) => users.filter((user) => user.name === name && user.uid > 0));
}

async function canRun({ binaries, dataDir, watcher }: IdentityOptions, identity: Identity) {
  const reaches = async () => {
    const test = ['/bin/sh', '-c', 'test -x "$1" && "$2" --version', 'sh', dataDir, binaries.postgres];
    const options: LaunchOptions = { ...identity, env: binaries.env, cwd: '/', output: 'pipe' };
    return completed(watcher.launch([...identity.prefix, ...test], options)).then(
      () => true,
      () => false,
    );
  };
  if (await reaches()) return true;
  if (identity.uid === undefined || (await stat(dataDir)).uid !== 0) return false;

  // Only root can open the folder. With the new owner it stays closed to all other users, and root keeps access.
  await changeOwner(identity, dataDir);
  if (await reaches()) return true;
  await chown(dataDir, 0, 0);
  return false;
}
