import { ApiError } from '../../lib/api-error.ts';
import { useLasting } from '../../lib/timing-hooks.ts';
import { classNames } from '../../ui/class-names.ts';
import type { useMatches } from './use-matches.ts';

interface FindStatusProps {
  matches: ReturnType<typeof useMatches>;
}

const slowAfterMs = 300;

/** The number of the match and of all of them, or why there are none. */
export function FindStatus({ matches }: FindStatusProps) {
  const { search, isTooShort, isAnswered } = matches;
  const isSlow = useLasting(!isTooShort && (!isAnswered || search.isFetching), slowAfterMs);
  const error = isAnswered ? search.error : null;
  const retry = () => void (search.data ? search.fetchNextPage() : search.refetch());
  return (
    // On phones below the field, because there is no room beside it.
    <div className="flex min-h-5 items-center gap-2 text-13 max-roomy:order-last max-roomy:basis-full max-roomy:px-1 roomy:ml-2 roomy:min-w-44 roomy:justify-end">
      <output className={classNames('tabular-nums', error ? 'text-danger' : 'text-muted')}>
        {textOf(matches, { error, isSlow })}
      </output>
      {error && !isRefusal(error) && (
        <button
          type="button"
          onClick={retry}
          className="relative rounded-control px-1 font-semibold text-accent after:absolute after:-inset-x-2 after:-inset-y-3 hover:underline"
        >
          Retry
        </button>
      )}
    </div>
  );
}

/** The same search would be refused again. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function textOf(
  { search: { hasNextPage, isOffline }, isTooShort, isAnswered, index, count }: FindStatusProps['matches'],
  { error, isSlow }: { error: Error | null; isSlow: boolean },
): string {
  if (isTooShort) return 'Type at least two characters';
  if (error) return (error instanceof ApiError && error.serverMessage) || 'The messages could not be searched';
  if (!isAnswered || (count === 0 && (isSlow || hasNextPage))) return isSlow ? 'Searching …' : '';
  const found = count === 0 ? 'No matches' : `${index + 1} of ${count}${hasNextPage ? '+' : ''}`;
  return isOffline ? `${found}, offline: only loaded messages` : found;
}
