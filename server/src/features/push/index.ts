import type { Config } from '../../config/config.ts';
import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { createAddressGuard } from '../../platform/outbound/address-guard.ts';
import { createVapid, newVapidKey } from '../../platform/web-push/vapid.ts';
import { createPushSender } from './push-sender.ts';
import { broadcastPush } from './push.broadcasts.ts';
import { pushRepository } from './push.repository.ts';
import { servePush } from './push.routes.ts';
import { createPush } from './push.service.ts';

interface PushFeatureDeps extends Pick<Config, 'publicUrl' | 'push'> {
  readonly background: Background;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'watchQueue'>;
  readonly transact: Transact;
}

/** Web Push notifications for devices on which the app is not open. */
export async function startPush(serve: Serve, deps: PushFeatureDeps) {
  const { database, metrics, push: config } = deps;
  const { hostname: ownHost } = new URL(deps.publicUrl);
  const guard = createAddressGuard({ allowed: config.allow, ownHost, ports: [443], protocols: ['https:'] });
  const privateKey = config.privateKey ?? (await pushRepository.ensureVapidKey(database.sql, newVapidKey()));
  const vapid = createVapid({ privateKey, subject: config.subject });
  const sender = createPushSender({ ...deps, guard, vapid });
  metrics.watchQueue('push', sender.depth);
  servePush(serve, { push: createPush({ ...deps, guard, publicKey: vapid.publicKey }) });
  return broadcastPush({ ...deps, sender });
}
