import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="flex h-full flex-col items-center justify-center px-8 py-10 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent [&_svg]:size-6">
        {icon}
      </span>
      <h2 className="mt-4 text-15 font-semibold">{title}</h2>
      <div className="mt-1 max-w-72 text-muted">{children}</div>
    </div>
  );
}
