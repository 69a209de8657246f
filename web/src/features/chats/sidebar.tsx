import { limits } from '@chat-app/contract';
import { ChevronLeft, ChevronRight, PanelLeftClose } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useProductTitle } from '../../api/server-config.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { setSidebarOpen, useSidebar } from '../../state/sidebar.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface SidebarProps {
  /** Beside the title. */
  badge: ReactNode;
  menu: ReactNode;
  children: ReactNode;
  footer: ReactNode;
}

/** Beside the chat on wide screens; on others it slides over it. */
export function Sidebar({ badge, menu, children, footer }: SidebarProps) {
  const title = useProductTitle();
  const isWide = useMediaQuery(`(min-width: ${limits.wideScreenPx}px)`);
  const isOpen = useSidebar((state) => state.isOpen);
  const isAway = !isWide && !isOpen;
  useEscape(!isWide && isOpen, () => setSidebarOpen(false));
  const aside = useCoverFocus(!isWide && isOpen);
  return (
    <>
      {!isWide && isOpen && (
        <div
          aria-hidden="true"
          onClick={() => setSidebarOpen(false)}
          className="fixed inset-0 z-20 animate-fade-in bg-scrim"
        />
      )}
      <div
        className={classNames(
          'fixed inset-y-0 left-0 z-30 w-full transition-transform duration-180 roomy:w-[340px] wide:static wide:shrink-0 wide:translate-x-0',
          isAway && '-translate-x-full',
        )}
      >
        <aside
          ref={aside}
          tabIndex={-1}
          aria-label="Chats"
          inert={isAway}
          className="flex h-full flex-col border-r border-line bg-surface outline-none pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]"
        >
          <header className="flex h-16 shrink-0 items-center gap-2.5 pr-2.5 pl-4">
            <BrandMark className="size-8 shrink-0" />
            <h2 className="min-w-0 truncate text-17 font-semibold tracking-[-0.01em]">{title}</h2>
            {badge}
            <span className="flex-1" />
            <IconButton
              label="Close sidebar"
              icon={<PanelLeftClose aria-hidden="true" />}
              onClick={() => setSidebarOpen(false)}
              className="roomy:hidden"
            />
            {menu}
          </header>
          <div className="min-h-0 flex-1">{children}</div>
          <footer className="flex shrink-0 items-center gap-3 border-t border-line py-3 pr-2 pl-4">{footer}</footer>
        </aside>
        {!isWide && <ToggleTab isOpen={isOpen} />}
      </div>
    </>
  );
}

/** The button that brought the list lies under it by then, out of the keyboard's reach. */
function useCoverFocus(isCovering: boolean) {
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.closest('[inert]') !== null;
    if (isCovering && isLost) aside.current?.focus();
  }, [isCovering]);
  return aside;
}

function ToggleTab({ isOpen }: { isOpen: boolean }) {
  const Icon = isOpen ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={isOpen ? 'Hide chat list' : 'Show chat list'}
      aria-expanded={isOpen}
      onClick={() => setSidebarOpen(!isOpen)}
      className={classNames(
        // The invisible margin makes it a target that a thumb can hit.
        'absolute top-1/2 left-full flex h-14 -translate-y-1/2 before:absolute before:-inset-2 roomy:before:hidden items-center justify-center rounded-r-[10px] border border-l-0 border-line bg-surface text-muted transition-colors hover:text-text',
        // On phones the open sidebar fills the screen and has its own button for closing. The tab of a closed one is as narrow
        // as the margin beside the messages, and covers none of them.
        isOpen ? 'hidden w-7 roomy:flex' : 'w-4 roomy:w-5',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </button>
  );
}
