import type { QueryClient, QueryKey } from '@tanstack/react-query';

const waitingByClient = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/**
 * Asks again once what is under way has answered: that answer may be older than what just happened, and a first one is
 * never asked for twice. Whoever wants the same in the meantime waits along, so that nothing cancels it for ever.
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
