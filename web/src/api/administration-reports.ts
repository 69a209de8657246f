import { closeReport, consoleToasts, getReports } from '@chat-app/contract';
import type { InputOf, OutputOf, ReportId } from '@chat-app/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { refreshPeople } from './administration.ts';
import { callAsAdmin } from './administration-call.ts';

const reportsKey = ['administration', 'reports'] as const;
const openReportsKey = [...reportsKey, 'open'] as const;

export type ReportState = 'open' | 'closed';

/** The newest reports first, in pages. */
export function useReports(state: ReportState) {
  return useInfiniteQuery({
    queryKey: [...reportsKey, state],
    queryFn: ({ client, signal, pageParam }) =>
      callAsAdmin(client, getReports, { state, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
  });
}

export function useCloseReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof closeReport>) => callEndpoint(closeReport, input),
    onSuccess: ({ report }) => {
      client.setQueryData<InfiniteData<OutputOf<typeof getReports>>>(
        openReportsKey,
        (list) => list && { ...list, pages: list.pages.map((page) => withoutReport(page, report._id)) },
      );
      void client.invalidateQueries({ queryKey: reportsKey });
      refreshPeople(client);
    },
    onError: () => client.invalidateQueries({ queryKey: reportsKey }),
    meta: { toast: { success: consoleToasts.reportClosed, failure: consoleToasts.reportFailed } },
  });
}

const withoutReport = (page: OutputOf<typeof getReports>, id: ReportId) => ({
  ...page,
  data: page.data.filter(({ _id }) => _id !== id),
});
