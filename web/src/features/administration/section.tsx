import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useProductTitle } from '../../api/server-config.ts';
import { useDocumentTitle } from '../../browser/page.ts';
import { PrivacyNote } from './privacy-note.tsx';

interface SectionProps {
  title: string;
  description: string;
  /** At the right of the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of the console, with its heading and the title of the tab. */
export function Section({ title, description, actions, children }: SectionProps) {
  useDocumentTitle(useProductTitle(), `${title} · Administration`);
  const heading = useRef<HTMLHeadingElement>(null);
  // A screen reader announces the new part, and Tab continues in it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="mx-auto flex max-w-[1120px] flex-col gap-5 px-4 py-5 roomy:px-6 roomy:py-6 wide:px-8 wide:py-8">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-20 font-semibold tracking-[-0.01em]">
            {title}
          </h1>
          <p className="mt-0.5 max-w-prose text-muted">{description}</p>
        </div>
        {actions}
      </div>
      {children}
      {/* Wide screens have it below the navigation. */}
      <div className="beside:hidden">
        <PrivacyNote />
      </div>
    </div>
  );
}

/** A white box on the canvas. */
export function Card({ children, className = 'p-4 roomy:p-5' }: { children: ReactNode; className?: string }) {
  return <div className={`min-w-0 rounded-card border border-line bg-surface ${className}`}>{children}</div>;
}
