import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';

interface PersonRowProps {
  name: string;
  avatar: string;
  subtitle?: ReactNode;
  isOnline?: boolean;
  /** Actions at the end of the row. */
  children?: ReactNode;
}

/** Uses only spans, because the row may be inside a button. */
export function PersonRow({ name, avatar, subtitle, isOnline = false, children }: PersonRowProps) {
  return (
    <span className="flex min-h-15 items-center gap-3 py-2">
      <Avatar src={avatar} name={name} hasDot={isOnline} className="size-10 text-15" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate text-left font-semibold" title={name}>
          {name}
        </bdi>
        {isOnline && <span className="sr-only">, online</span>}
        {subtitle && <span className="block truncate text-13 text-muted">{subtitle}</span>}
      </span>
      {children && <span className="flex shrink-0 items-center gap-1.5">{children}</span>}
    </span>
  );
}
