import { classNames } from './class-names.ts';

/** A grey placeholder for content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('block animate-pulse rounded-full bg-hover', className)} />;
}

interface SkeletonRowsProps {
  count: number;
  label: string;
  rowClassName?: string;
}

/** Placeholder rows with an avatar and two lines, for lists of chats and people. */
export function SkeletonRows({ count, label, rowClassName = 'h-16 px-4' }: SkeletonRowsProps) {
  return (
    <div className="overflow-hidden">
      <output className="sr-only">{label}</output>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true" className={classNames('flex items-center gap-3', rowClassName)}>
          <Skeleton className="size-11 shrink-0" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className={classNames('h-3', widths[index % widths.length])} />
            <Skeleton className={classNames('h-2.5', widths[(index + 2) % widths.length])} />
          </span>
        </div>
      ))}
    </div>
  );
}

const widths = ['w-1/2', 'w-2/3', 'w-2/5', 'w-4/5', 'w-3/5'];
