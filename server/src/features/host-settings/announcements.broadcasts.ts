import type { DomainBus } from '../../domain-events.ts';
import type { RedisConnection } from '../../platform/redis/redis.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Announcements } from './announcements.service.ts';

interface AnnouncementBroadcastDeps {
  readonly announcements: Announcements;
  readonly broadcaster: Broadcaster;
  readonly bus: DomainBus;
  readonly redis: RedisConnection | null;
}

/** To every device. Devices that were away ask for it when they return. */
export function broadcastAnnouncements({ announcements, broadcaster, bus, redis }: AnnouncementBroadcastDeps) {
  bus.onEveryNode('announcement.changed', announcements.forgetShown);
  bus.on('announcement.changed', async () => {
    const { announcement, rev } = await announcements.find();
    broadcaster.toEverybody('announcement', announcement, rev);
  });
  // Those of other nodes did not arrive meanwhile.
  redis?.onReconnect(async () => {
    const { announcement, rev } = await announcements.find();
    broadcaster.toEverybodyHere('announcement', announcement, rev);
  });
}
