import { getHostHistory, getHostOverview } from '@chat-app/contract';
import type { HistoryRange } from '@chat-app/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callAsAdmin } from './administration-call.ts';

const overviewEveryMs = 15_000;
const historyEveryMs = 5 * 60_000;

/** How the server is doing, while somebody looks at it. */
export function useHostOverview() {
  return useQuery({
    queryKey: ['administration', 'overview'],
    queryFn: async ({ client, signal }) => (await callAsAdmin(client, getHostOverview, {}, signal)).overview,
    refetchInterval: overviewEveryMs,
  });
}

export function useHostHistory(range: HistoryRange) {
  return useQuery({
    queryKey: ['administration', 'history', range],
    queryFn: ({ client, signal }) => callAsAdmin(client, getHostHistory, { range }, signal),
    refetchInterval: historyEveryMs,
    // The former charts stay until those of the other range are there.
    placeholderData: keepPreviousData,
  });
}
