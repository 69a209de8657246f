import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface SummaryProps {
  Icon: LucideIcon;
  label: string;
  title: string;
  text: ReactNode;
  /** The button that changes it. */
  children: ReactNode;
}

/** One thing about the account that is changed elsewhere. */
export function Summary({ Icon, label, title, text, children }: SummaryProps) {
  return (
    <section
      aria-label={label}
      className="mx-5 flex items-center gap-3 border-b border-line py-4 last:border-b-0 roomy:mx-6"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-hover text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <p className="text-13 text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
