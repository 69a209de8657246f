import { ChevronLeft, PanelLeftClose } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useProductTitle } from '../../api/server-config.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { setSidebarOpen } from '../../state/panels.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import type { SidebarMode } from './use-sidebar-mode.ts';

interface SidebarProps {
  mode: SidebarMode;
  /** Rendered beside the title. */
  badge: ReactNode;
  menu: ReactNode;
  children: ReactNode;
  /** The call of this page, above the footer. */
  call: ReactNode;
  footer: ReactNode;
}

const hide = () => setSidebarOpen(false);

/** The chat list with its header and footer. On narrow screens it slides over the chat. */
export function Sidebar({ mode, badge, menu, children, call, footer }: SidebarProps) {
  const title = useProductTitle();
  const isOverlay = mode === 'overlay';
  useEscape(isOverlay, hide);
  useCloseOnBack(isOverlay, hide);
  const aside = useFocusWhenCovering(isOverlay || mode === 'full-screen');
  return (
    <>
      {isOverlay && (
        <div aria-hidden="true" onClick={hide} className="fixed inset-0 z-drawer-scrim animate-fade-in bg-scrim" />
      )}
      <div
        className={classNames(
          'w-full transition-transform duration-180 roomy:w-[340px]',
          mode === 'docked' ? 'shrink-0' : 'fixed top-(--page-top) bottom-0 left-0 z-drawer',
          mode === 'hidden' && '-translate-x-full',
        )}
      >
        <aside
          ref={aside}
          tabIndex={-1}
          aria-label="Chats"
          inert={mode === 'hidden'}
          className="flex h-full flex-col border-r border-line bg-surface outline-none pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]"
        >
          <header className="flex h-16 shrink-0 items-center gap-2.5 pr-2.5 pl-4">
            <BrandMark className="size-8 shrink-0" />
            <h2 className="min-w-0 truncate text-17 font-semibold tracking-[-0.01em]">{title}</h2>
            {badge}
            <span className="flex-1" />
            {isOverlay && (
              <IconButton
                label="Close sidebar"
                icon={<PanelLeftClose aria-hidden="true" />}
                onClick={hide}
                className="roomy:hidden"
              />
            )}
            {menu}
          </header>
          <div className="min-h-0 flex-1">{children}</div>
          {call}
          <footer className="flex shrink-0 items-center gap-3 border-t border-line py-3 pr-2 pl-4">{footer}</footer>
        </aside>
        {isOverlay && <HideListButton />}
      </div>
    </>
  );
}

/** Focuses the list, because it covers the button that opened it. */
function useFocusWhenCovering(isCovering: boolean) {
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body || focused.closest('[inert]') !== null;
    if (isCovering && isLost) aside.current?.focus();
  }, [isCovering]);
  return aside;
}

/** Placed in the header row, where the tab that opened the list was. On phones the list has its own button. */
function HideListButton() {
  return (
    <button
      type="button"
      aria-label="Hide chat list"
      aria-expanded
      onClick={hide}
      className={classNames(
        'absolute top-2.5 left-full hidden h-11 w-7 items-center justify-center roomy:flex',
        'rounded-r-[10px] border border-l-0 border-line bg-surface text-muted transition-colors hover:text-text',
      )}
    >
      <ChevronLeft aria-hidden="true" className="size-4.5" />
    </button>
  );
}
