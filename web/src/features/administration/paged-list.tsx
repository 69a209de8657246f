import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Card } from './section.tsx';

interface PagedListProps {
  query: {
    isError: boolean;
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  /** Undefined while the first page is loading. */
  count: number | undefined;
  what: string;
  icon: ReactNode;
  emptyTitle: string;
  emptyText: string;
  /** False if the rows have boxes of their own. */
  hasFrame?: boolean;
  children: ReactNode;
}

/** A list of which more can be loaded, with everything that can be shown instead. */
export function PagedList({
  query,
  count,
  what,
  icon,
  emptyTitle,
  emptyText,
  hasFrame = true,
  children,
}: PagedListProps) {
  if (count === undefined) {
    return (
      <Card className="">
        {query.isError ? (
          <LoadFailed what={what} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows count={8} label="Loading" rowClassName="h-16 px-5" />
        )}
      </Card>
    );
  }
  if (count === 0) {
    return (
      <Card className="">
        <EmptyState icon={icon} title={emptyTitle}>
          {emptyText}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div aria-busy={query.isPlaceholderData || undefined} className="flex flex-col items-center gap-4">
      <div className={query.isPlaceholderData ? 'w-full opacity-55 transition-opacity' : 'w-full'}>
        {hasFrame ? <Card className="overflow-hidden">{children}</Card> : children}
      </div>
      {query.isError && (
        <p role="alert" className="text-13 text-danger">
          {what} could not be loaded.
        </p>
      )}
      {query.hasNextPage && (
        <Button variant="secondary" isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}
