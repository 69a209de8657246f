import { lazy, Suspense } from 'react';
import type { ComponentType } from 'react';
import type { Announcement } from '@chat-app/contract';
import { useAnnouncement } from '../../api/announcements.ts';
import { useDismissedAnnouncement } from '../../state/dismissed-announcement.ts';

// Rarely shown. A page that cannot load it, without a network for example, works without.
const Banner = lazy<ComponentType<{ announcement: Announcement }>>(async () => {
  const loaded = await import('./banner.tsx').catch(() => null);
  return { default: loaded ? loaded.Banner : () => null };
});

/** The announcement of an administrator, above the main screen. */
export function AnnouncementBanner() {
  const announcement = useAnnouncement();
  const dismissedId = useDismissedAnnouncement(({ id }) => id);
  return (
    // Always there, so that screen readers notice what appears in it.
    <output className="block shrink-0">
      {announcement && announcement._id !== dismissedId && (
        <Suspense>
          <Banner key={announcement._id} announcement={announcement} />
        </Suspense>
      )}
    </output>
  );
}
