import type { Config } from './config/config.ts';
import { connectDatabase, type Database } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts';
import type { Logger } from './platform/logger.ts';
import type { Prometheus } from './platform/metrics/prometheus.ts';
import type { Disposer } from './shutdown.ts';

/** Connects to the database, or starts the embedded one first. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  disposers: Disposer[],
  metrics: Pick<Prometheus, 'poolWaited'>,
): Promise<Database> {
  const onWaited = metrics.poolWaited;
  if (config.database !== null) {
    const external = connectDatabase(config.database, { onWaited });
    disposers.push(() => external.close());
    return external;
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, logger });
  disposers.push(() => postgres.stop());
  const embedded = connectDatabase(postgres.connection, { onWaited });
  disposers.push(() => embedded.close());
  return embedded;
}
