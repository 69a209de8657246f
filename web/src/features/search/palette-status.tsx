import { ApiError } from '../../lib/api-error.ts';
import type { useMessageSearch } from '../../api/search.ts';

interface PaletteStatusProps {
  messages: ReturnType<typeof useMessageSearch>;
  /** The rows of all kinds; null while nothing is searched for. */
  count: number | null;
}

/** One line below the rows: what is going on, for the eye and the screen reader. */
export function PaletteStatus({ messages, count }: PaletteStatusProps) {
  return (
    <output className="flex min-h-9 items-center border-t border-line px-4 py-2 text-13 text-muted">
      {textOf(messages, count)}
    </output>
  );
}

function textOf(
  { isSearching, isFetching, isOffline, error }: PaletteStatusProps['messages'],
  count: number | null,
): string {
  if (count === null) return 'Arrow keys and Enter choose';
  const found = count === 0 ? 'Nothing found' : `${count} ${count === 1 ? 'result' : 'results'}`;
  if (isOffline) return `${found}. No connection: only what is kept on this device is searched`;
  if (isSearching && error)
    return (error instanceof ApiError && error.serverMessage) || 'The messages could not be searched';
  if (isSearching && isFetching) return 'Searching messages …';
  return found;
}
