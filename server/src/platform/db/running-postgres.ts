import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from './database.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

/** The embedded server that another process has started in this folder, or null. */
export async function findRunningPostgres(dataDir: string): Promise<EmbeddedPostgres['connection'] | null> {
  const clusterDir = join(dataDir, 'postgres');
  // When the folder's path is too long for a socket, this link points to the socket folder.
  const host = await readlink(`${clusterDir}.socket`).catch(() => clusterDir);
  const connection = { host, port: 5432, user: 'chat', database: 'chat' };
  const database = connectDatabase(connection);
  try {
    await database.ping();
    return connection;
  } catch {
    return null;
  } finally {
    await database.close();
  }
}
