import type { ReactNode } from 'react';
import { useHostSettings } from '../../api/host-settings.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnnouncementSettings } from './announcement-settings.tsx';
import { RegistrationSettings } from './registration-settings.tsx';
import { Card, Section } from './section.tsx';

interface SettingsProps {
  /** The text of an announcement as the banner shows it. */
  renderAnnouncement: (text: string) => ReactNode;
}

export function Settings({ renderAnnouncement }: SettingsProps) {
  const { data: settings, isError, refetch } = useHostSettings();
  return (
    <Section title="Settings" description="What can be changed while the server runs.">
      <Card>
        {settings && <RegistrationSettings key={JSON.stringify(settings)} settings={settings} />}
        {!settings && isError && <LoadFailed what="The settings" onRetry={() => void refetch()} />}
        {!settings && !isError && (
          <div className="flex flex-col gap-4">
            <output className="sr-only">Loading the settings</output>
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-24 rounded-card!" />
            <Skeleton className="h-10 rounded-control!" />
          </div>
        )}
      </Card>
      <Card>
        <AnnouncementSettings renderText={renderAnnouncement} />
      </Card>
    </Section>
  );
}
