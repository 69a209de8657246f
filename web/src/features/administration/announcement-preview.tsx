import type { Announcement } from '@chat-app/contract';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

interface AnnouncementPreviewProps {
  level: Announcement['level'];
  children: ReactNode;
}

/** The announcement as everybody sees it. */
export function AnnouncementPreview({ level, children }: AnnouncementPreviewProps) {
  const isWarning = level === 'warning';
  const Icon = isWarning ? TriangleAlert : Info;
  return (
    <div
      className={classNames(
        'flex items-start gap-2.5 rounded-control border border-line px-4 py-2',
        isWarning ? 'bg-warning-soft' : 'bg-accent-soft',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('mt-px size-4.5 shrink-0', isWarning ? 'text-warning' : 'text-accent')}
      />
      <p className="min-w-0 text-14 whitespace-pre-line wrap-anywhere">{children}</p>
    </div>
  );
}
