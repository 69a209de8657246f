import * as contract from '@chat-app/contract';
import type { Serve } from '../../platform/http/serve.ts';
import type { Announcements } from './announcements.service.ts';
import type { HostSettingsService } from './host-settings.service.ts';

interface HostSettingsRouteDeps {
  readonly announcements: Announcements;
  readonly settings: HostSettingsService;
}

/** Each announcement reaches every device. */
const announcementRate = { limit: 20, windowMs: 60_000 };

export function serveHostSettings(serve: Serve, { announcements, settings }: HostSettingsRouteDeps) {
  serve(contract.getHostSettings, {}, async () => ({ settings: await settings.get() }));

  serve(contract.updateHostSettings, {}, async ({ input, caller }) => ({
    settings: await settings.update(caller.userId, input),
  }));

  serve(contract.getAnnouncement, {}, announcements.findShown);

  serve(contract.setAnnouncement, { rate: announcementRate }, async ({ input, caller }) => ({
    announcement: await announcements.publish(caller.userId, input),
  }));

  serve(contract.clearAnnouncement, { rate: announcementRate }, async ({ caller }) => {
    await announcements.withdraw(caller.userId);
    return {};
  });
}
