import type { QueryClient, QueryKey } from '@tanstack/react-query';

const waitingByClient = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/**
 * Refetches after the running request has ended: its response may predate the latest change, and the query client does
 * not restart an initial fetch. Concurrent callers share one refetch, so that they cannot cancel each other forever.
 */
export function askAfresh(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const waiting = waitingByClient.get(client) ?? new Map<string, Promise<void>>();
  waitingByClient.set(client, waiting);
  const name = JSON.stringify(queryKey);
  const turn = waiting.get(name) ?? ask(client, queryKey, () => waiting.delete(name));
  waiting.set(name, turn);
  return turn;
}

async function ask(client: QueryClient, queryKey: QueryKey, onAsking: () => void): Promise<void> {
  const isUnderWay = client.isFetching({ queryKey }) > 0;
  await (isUnderWay ? client.invalidateQueries({ queryKey }, { cancelRefetch: false }) : Promise.resolve());
  onAsking();
  await client.invalidateQueries({ queryKey });
}
