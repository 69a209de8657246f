import type { ReactNode } from 'react';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

interface PeopleListProps<Row> {
  label: string;
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  /** Shown in an empty list. */
  hint: string;
  children: (row: Row) => ReactNode;
}

export function PeopleList<Row extends { _id: string }>({
  label,
  rows,
  hasFailed,
  onRetry,
  hint,
  children,
}: PeopleListProps<Row>) {
  if (rows === undefined && hasFailed) return <LoadFailed what={label} onRetry={onRetry} />;
  if (rows === undefined) {
    return (
      <div className="animate-appear-late">
        <SkeletonRows count={5} label="Loading" rowClassName="h-15 px-5 roomy:px-6" />
      </div>
    );
  }
  if (rows.length === 0) return <NothingToShow hint={hint} />;
  return (
    <ul aria-label={label} className="px-5 pt-1 pb-4 roomy:px-6">
      {rows.map((row) => (
        // Skips the layout of rows outside the viewport. It also clips a row, and with it a menu that is open.
        <li
          key={row._id}
          className="[contain-intrinsic-size:auto_60px] [content-visibility:auto] has-data-[state=open]:[content-visibility:visible]"
        >
          {children(row)}
        </li>
      ))}
    </ul>
  );
}

export function NothingToShow({ hint }: { hint: string }) {
  return (
    <div className="flex h-full flex-col items-center justify-center px-8 py-10 text-center">
      <p className="font-medium">Nothing to show</p>
      <p className="mt-1 max-w-64 text-13 text-muted">{hint}</p>
    </div>
  );
}
