import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config/config.ts';
import type { ConnectionTarget } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import { findRunningPostgres } from './platform/db/running-postgres.ts';
import type { Logger } from './platform/logger.ts';
import type { Disposer } from './shutdown.ts';

/** For the operator, who gave the wrong folder. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

/** The database of a server that is running or stopped, for the command line. */
export async function findExistingDatabase(
  config: Pick<Config, 'database' | 'dataDir'>,
  logger: Logger,
  disposers: Disposer[],
): Promise<ConnectionTarget> {
  if (config.database !== null) return config.database;
  const running = await findRunningPostgres(config.dataDir);
  if (running) return running;
  await access(join(config.dataDir, 'postgres')).catch(() => {
    throw new NoDatabaseError(`There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL.`);
  });
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  disposers.push(postgres.stop);
  return postgres.connection;
}
