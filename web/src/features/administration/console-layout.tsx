import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useReports } from '../../api/administration-reports.ts';
import { useProductTitle } from '../../api/server-config.ts';
import { useIsCoveredByCall } from '../../state/docked-call.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';
import { PrivacyNote } from './privacy-note.tsx';
import { reportsPath, sections } from './sections.tsx';

interface ConsoleLayoutProps {
  /** Above everything, such as the banner of a lost connection. */
  banner: ReactNode;
  children: ReactNode;
}

/** Navigation beside the section on wide screens, above it on narrow ones. */
export function ConsoleLayout({ banner, children }: ConsoleLayoutProps) {
  const isCoveredByCall = useIsCoveredByCall();
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      {banner}
      <div className="flex min-h-0 flex-1 flex-col beside:flex-row">
        <ConsoleNavigation />
        <main
          tabIndex={-1}
          className="min-h-0 min-w-0 flex-1 overflow-y-auto pb-[env(safe-area-inset-bottom)] outline-none"
        >
          <div inert={isCoveredByCall} className="contents">
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}

function ConsoleNavigation() {
  const title = useProductTitle();
  return (
    <header
      className={classNames(
        'flex shrink-0 flex-col border-line bg-surface pt-[env(safe-area-inset-top)]',
        'border-b beside:w-60 beside:border-r beside:border-b-0',
      )}
    >
      <div className="flex h-14 shrink-0 items-center gap-2.5 px-4 beside:h-16">
        <BrandMark className="hidden size-8 shrink-0 beside:block" />
        <p className="min-w-0 flex-1">
          <span className="block truncate font-semibold">Administration</span>
          <span className="block truncate text-13 text-muted">{title}</span>
        </p>
        <BackLink className="beside:hidden" />
      </div>
      <SectionLinks />
      <div className="hidden flex-1 flex-col justify-end gap-3 p-4 beside:flex">
        <PrivacyNote />
        <BackLink className="justify-center" />
      </div>
    </header>
  );
}

function BackLink({ className }: { className: string }) {
  return (
    <Link
      to="/"
      className={classNames(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-control border border-line px-3 font-medium roomy:min-h-9',
        'transition-colors hover:bg-hover',
        className,
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-4 text-muted" />
      Back to chats
    </Link>
  );
}

function SectionLinks() {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const current = sections.find(({ path }) => path === pathname.replace(/\/$/, ''));
  // On phones the links scroll sideways. happy-dom has no layout, and so no scrollIntoView.
  useEffect(() => {
    const link = current && list.current?.children[sections.indexOf(current)];
    link?.scrollIntoView?.({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav aria-label="Administration">
      <ul
        ref={list}
        className={classNames(
          'flex gap-1 overflow-x-auto overflow-y-hidden px-3 [scrollbar-width:none]',
          'beside:flex-col beside:gap-0.5 beside:overflow-visible beside:pt-2',
        )}
      >
        {sections.map(({ path, name, icon }) => (
          <li key={path} className="shrink-0">
            <Link to={path} aria-current={path === current?.path ? 'page' : undefined} className={linkClasses}>
              {icon}
              {name}
              {path === reportsPath && <OpenReports />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many reports wait for a decision; of many, those of the first page. */
function OpenReports() {
  const count = useReports('open').data?.pages[0]?.data.length ?? 0;
  return (
    <span className="ml-auto inline-flex">
      <CountBadge count={count} label={`${count} open ${count === 1 ? 'report' : 'reports'}`} />
    </span>
  );
}

const linkClasses = classNames(
  'flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-muted',
  'transition-colors hover:text-text focus-visible:-outline-offset-2 [&_svg]:size-4.5 [&_svg]:shrink-0',
  'aria-[current=page]:border-accent aria-[current=page]:text-text',
  'beside:min-h-10 beside:gap-3 beside:rounded-control beside:border-b-0 beside:px-3 beside:hover:bg-hover',
  'beside:aria-[current=page]:bg-accent-soft beside:aria-[current=page]:text-accent',
);
