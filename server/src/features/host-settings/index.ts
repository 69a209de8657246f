import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { broadcastAnnouncements } from './announcements.broadcasts.ts';
import { createAnnouncements } from './announcements.service.ts';
import { serveHostSettings } from './host-settings.routes.ts';
import { createHostSettings, type FixedSettings } from './host-settings.service.ts';
import { createRegistration, type InviteUses } from './registration.ts';

export { createHostSettings } from './host-settings.service.ts';
export type { Registration } from './registration.ts';

interface HostSettingsFeatureDeps extends InviteUses {
  readonly broadcaster: Broadcaster;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly fixedSettings: FixedSettings;
  readonly redis: RedisConnection | null;
  readonly transact: Transact;
}

/** What administrators set while the server runs: who may sign up, and an announcement to everybody. */
export function startHostSettings(serve: Serve, deps: HostSettingsFeatureDeps) {
  const settings = createHostSettings(deps);
  const announcements = createAnnouncements(deps);
  serveHostSettings(serve, { announcements, settings });
  broadcastAnnouncements({ ...deps, announcements });
  return { registration: createRegistration(settings, deps), rulesToShow: () => settings.rulesToShow() };
}
