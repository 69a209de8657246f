import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';

import { completed, type LaunchOptions, type Watcher } from './embedded-postgres-watcher.ts';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';

/** As whom PostgreSQL runs: a prefix for its command line, or a user to become. */
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

interface Surroundings {
  readonly binaries: PostgresBinaries;
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly watcher: Watcher;
}

const asMyself: Identity = { prefix: [] };
/** A user namespace in which we are called nobody: PostgreSQL, which refuses root, runs, and the files stay ours. */
const asNobodyByName: Identity = {
  prefix: ['unshare', '--user', '--map-user=65534', '--map-group=65534'],
};

/** Finds a way in which PostgreSQL agrees to run here, or throws one sentence that names DATABASE_URL. */
export async function chooseIdentity(surroundings: Surroundings): Promise<Identity> {
  for (const candidate of await candidates(surroundings.clusterDir)) {
    const works = await canRun(surroundings, candidate);
    if (works) return candidate;
  }
  throw new Error(
    'PostgreSQL does not run as this user here (neither directly, in a user namespace, nor as postgres or nobody): ' +
      'start as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Gives a folder that we made as root to the user as whom PostgreSQL runs. */
export async function giveTo(identity: Identity, folder: string) {
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(folder, identity.uid, identity.gid);
}

/** Database files that root made elsewhere, in a namespace that is refused here, get the owner they need. */
export async function handOver(identity: Identity, clusterDir: string) {
  const found = await stat(clusterDir).catch(() => undefined);
  if (found === undefined || identity.uid === undefined || found.uid === identity.uid) return;
  await promisify(execFile)('chown', ['-R', `${identity.uid}:${identity.gid}`, clusterDir]);
}

async function candidates(clusterDir: string): Promise<Identity[]> {
  if (process.getuid?.() !== 0) return isNamedUser() ? [asMyself] : [asNobodyByName, asMyself];

  const owner = await stat(clusterDir).catch(() => undefined);
  // A folder made by an ordinary user, or by the fallback below, stays with its owner: in a namespace we could not read it.
  if (owner && owner.uid !== 0) return [{ prefix: [], uid: owner.uid, gid: owner.gid }];
  const users = await findUsers(['postgres', 'nobody']);
  return [asNobodyByName, ...users.map(({ uid, gid }) => ({ prefix: [], uid, gid }))];
}

// initdb refuses a user number without a name, which containers like to assign.
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

async function canRun({ binaries, dataDir, watcher }: Surroundings, identity: Identity) {
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

  // The folder is root's alone: handed over, it stays closed to everybody else, and root still gets in.
  await giveTo(identity, dataDir);
  if (await reaches()) return true;
  await chown(dataDir, 0, 0);
  return false;
}
