import type { Announcement } from '@chat-app/contract';
import type { ReactNode } from 'react';
import { useAnnouncement } from '../../api/announcements.ts';
import { useClearAnnouncement } from '../../api/host-settings.ts';
import { clockTime, longDate } from '../../format/day-label.ts';
import { Button } from '../../ui/button.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementPreview } from './announcement-preview.tsx';

interface AnnouncementSettingsProps {
  /** The text as the banner shows it, with its links. */
  renderText: (text: string) => ReactNode;
}

export function AnnouncementSettings({ renderText }: AnnouncementSettingsProps) {
  const current = useAnnouncement();
  return (
    <section aria-labelledby="announcement" className="flex flex-col gap-5">
      <div>
        <h2 id="announcement" className="text-15 font-semibold">
          Announcement
        </h2>
        <p className="mt-0.5 text-muted">A banner that everybody sees above their chats.</p>
      </div>
      {current && <CurrentAnnouncement announcement={current} renderText={renderText} />}
      <AnnouncementForm key={current?._id} isReplacing={current !== null} renderText={renderText} />
    </section>
  );
}

interface CurrentAnnouncementProps extends AnnouncementSettingsProps {
  announcement: Announcement;
}

function CurrentAnnouncement({ announcement, renderText }: CurrentAnnouncementProps) {
  const { text, level, createdAt, expiresAt } = announcement;
  const clear = useClearAnnouncement();
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-13 font-medium">Shown now</h3>
      <AnnouncementPreview level={level}>{renderText(text)}</AnnouncementPreview>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-13 text-muted">
          Since {timeText(createdAt)}
          {expiresAt === null ? ', until you remove it' : `, until ${timeText(expiresAt)}`}
        </p>
        <Button variant="secondary" size="small" isBusy={clear.isPending} onClick={() => clear.mutate()}>
          Remove announcement
        </Button>
      </div>
    </div>
  );
}

const timeText = (time: string) => `${longDate(time)}, ${clockTime(time)}`;
