import type { QueryClient, QueryKey } from '@tanstack/react-query';

const waitingByClient = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/**
 * Refetches after the running request has ended: its response may predate the latest change, and the query client does
 * not restart an initial fetch. Concurrent callers share one refetch, so that they cannot cancel each other forever.
 */
export function refetchAfterCurrent(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const waiting = waitingByClient.get(client) ?? new Map<string, Promise<void>>();
  waitingByClient.set(client, waiting);
  const name = JSON.stringify(queryKey);
  const refetching = waiting.get(name) ?? refetch(client, queryKey, () => waiting.delete(name));
  waiting.set(name, refetching);
  return refetching;
}

async function refetch(client: QueryClient, queryKey: QueryKey, onRefetch: () => void): Promise<void> {
  const isFetching = client.isFetching({ queryKey }) > 0;
  await (isFetching ? client.invalidateQueries({ queryKey }, { cancelRefetch: false }) : Promise.resolve());
  onRefetch();
  await client.invalidateQueries({ queryKey });
}
