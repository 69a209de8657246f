import { exportAudit, getAudit, toRequest } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callAsAdmin } from './administration-call.ts';

export type AuditFilter = InputOf<typeof exportAudit>;

/** What administrators did, the newest first, in pages. */
export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['administration', 'audit', filter],
    queryFn: ({ client, signal, pageParam }) =>
      callAsAdmin(client, getAudit, { ...filter, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Where the browser downloads all entries of a filter. */
export const auditFileUrl = (filter: AuditFilter): string => toRequest(exportAudit, filter).url;
