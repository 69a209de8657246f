import type { Announcement } from '@chat-app/contract';
import { Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dismissAnnouncement } from '../../state/dismissed-announcement.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { AnnouncementText } from './announcement-text.tsx';

/** Until its end, or until it is closed on this device. */
export function Banner({ announcement }: { announcement: Announcement }) {
  const isWarning = announcement.level === 'warning';
  const Icon = isWarning ? TriangleAlert : Info;
  const isOver = useIsOver(announcement.expiresAt);
  const ref = useReservedHeight();
  if (isOver) return null;
  return (
    <div
      ref={ref}
      className={classNames(
        'flex animate-fade-in items-start gap-2.5 border-b border-line pt-[env(safe-area-inset-top)] pl-4 roomy:pr-1',
        isWarning ? 'bg-warning-soft' : 'bg-accent-soft',
      )}
    >
      <Icon
        aria-hidden="true"
        className={classNames('mt-3.25 size-4.5 shrink-0 roomy:mt-2.25', isWarning ? 'text-warning' : 'text-accent')}
      />
      <p className="max-h-[40dvh] min-w-0 flex-1 overflow-y-auto py-3 text-14 wrap-anywhere whitespace-pre-line roomy:py-2">
        <span className="sr-only">{isWarning ? 'Warning: ' : 'Announcement: '}</span>
        <AnnouncementText text={announcement.text} />
      </p>
      <IconButton
        label="Close announcement"
        icon={<X aria-hidden="true" />}
        onClick={() => dismissAnnouncement(announcement)}
      />
    </div>
  );
}

// A timer cannot wait longer; the server sends no expired announcement anyway.
const longestTimerMs = 2 ** 31 - 1;

function useIsOver(expiresAt: string | null): boolean {
  const [overAt, setOverAt] = useState<string | null>(null);
  useEffect(() => {
    if (expiresAt === null) return undefined;
    const leftMs = Math.min(Math.max(Date.parse(expiresAt) - Date.now(), 0), longestTimerMs);
    const timer = setTimeout(() => setOverAt(expiresAt), leftMs);
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return expiresAt !== null && overAt === expiresAt;
}

/** Panels that slide over the screen begin below the banner. */
function useReservedHeight() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const banner = ref.current;
    if (!banner) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--announcement', `${banner.offsetHeight}px`));
    observer.observe(banner);
    return () => {
      observer.disconnect();
      style.removeProperty('--announcement');
    };
  }, []);
  return ref;
}
