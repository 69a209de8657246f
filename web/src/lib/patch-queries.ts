import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes the cached data of all queries under a key. Unlike `setQueriesData`, an outdated query stays marked as such:
 * the change of an event does not replace the events that were missed before it.
 */
export function patchQueries<Data>(client: QueryClient, queryKey: QueryKey, patch: (data: Data) => Data): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const data = query.state.data as Data | undefined;
    if (data === undefined) continue;
    const { isInvalidated } = query.state;
    const patched = patch(data);
    if (patched !== data) client.setQueryData(query.queryKey, patched);
    if (isInvalidated) query.invalidate();
  }
}
