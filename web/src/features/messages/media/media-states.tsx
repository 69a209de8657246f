import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReactNode } from 'react';
import type { MediaQuery } from '../../../api/media.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';

interface MediaStatesProps {
  media: MediaQuery;
  /** How many entries there are to see. */
  count: number;
  /** The plural, in lower case. */
  noun: string;
  icon: ReactNode;
  skeleton: ReactNode;
  children: ReactNode;
}

/** What a tab shows: loading, failed, empty, or its entries with those that follow. */
export function MediaStates({ media, count, noun, icon, skeleton, children }: MediaStatesProps) {
  if (media.isPending) return skeleton;
  if (media.data === undefined) return <LoadFailed what={capitalized(noun)} onRetry={() => void media.refetch()} />;
  if (count === 0 && !media.hasNextPage) {
    return (
      <EmptyState icon={icon} title={`No ${noun} yet`}>
        {`The ${noun} of this chat appear here.`}
      </EmptyState>
    );
  }
  return (
    <>
      {children}
      {media.hasNextPage && <ShowMore media={media} noun={noun} />}
    </>
  );
}

const capitalized = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

/** Loads by itself when it comes near; the button is for the keyboard, and for another attempt after a failure. */
function ShowMore({ media, noun }: Pick<MediaStatesProps, 'media' | 'noun'>) {
  const { isFetching, isFetchNextPageError, fetchNextPage } = media;
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => void fetchNextPage());
  const isAutomatic = !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!isAutomatic || !end.current) return undefined;
    const options = { root: end.current.closest('[role=tabpanel]'), rootMargin: nearEnd };
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), options);
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isAutomatic]);
  return (
    <div ref={end} className="flex flex-col items-center gap-2 px-4 pt-1 pb-5 text-center text-13">
      {isFetchNextPageError && (
        <p role="alert" className="text-muted">
          More {noun} could not be loaded.
        </p>
      )}
      <Button variant="quiet" size="small" isBusy={media.isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Retry' : 'Show more'}
      </Button>
    </div>
  );
}

const nearEnd = '0px 0px 400px';
