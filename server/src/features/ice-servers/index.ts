import type { Config } from '../../config/config.ts';
import { createDatabaseClock } from '../../platform/db/database-clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Logger } from '../../platform/logger.ts';
import { serveIceServers } from './ice-servers.routes.ts';
import { createIceServers } from './ice-servers.service.ts';

interface IceServerFeatureDeps extends Pick<Config, 'ice'> {
  readonly database: Database;
  readonly logger: Logger;
}

/** STUN and TURN servers for calls and file transfers. */
export function startIceServers(serve: Serve, deps: IceServerFeatureDeps) {
  serveIceServers(serve, { iceServers: createIceServers({ ...deps, clock: createDatabaseClock(deps.database) }) });
}
