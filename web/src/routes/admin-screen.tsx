import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { AuditLog } from '../features/administration/audit-log.tsx';
import { ConsoleLayout } from '../features/administration/console-layout.tsx';
import { Invitations } from '../features/administration/invitations.tsx';
import { Overview } from '../features/administration/overview.tsx';
import { People } from '../features/administration/people.tsx';
import { Reports } from '../features/administration/reports.tsx';
import { consolePath } from '../features/administration/sections.tsx';
import { Settings } from '../features/administration/settings.tsx';
import { useLostRights } from '../features/administration/use-lost-rights.ts';
import { AnnouncementText } from '../features/announcements/announcement-text.tsx';

const renderAnnouncement = (text: string) => <AnnouncementText text={text} />;

/** The console for those who run the server. `banner` is shown above it. */
export function AdminScreen({ banner }: { banner: ReactNode }) {
  useLostRights();
  return (
    <ConsoleLayout banner={banner}>
      <Routes>
        <Route index element={<Overview />} />
        <Route path="people" element={<People />} />
        <Route path="reports" element={<Reports />} />
        <Route path="invitations" element={<Invitations />} />
        <Route path="settings" element={<Settings renderAnnouncement={renderAnnouncement} />} />
        <Route path="audit" element={<AuditLog />} />
        <Route path="*" element={<Navigate to={consolePath} replace />} />
      </Routes>
    </ConsoleLayout>
  );
}
