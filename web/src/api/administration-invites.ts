import { consoleToasts, getAdminInvites, revokeAnyInvite } from '@chat-app/contract';
import type { InviteId, OutputOf } from '@chat-app/contract';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callAsAdmin } from './administration-call.ts';

const invitesKey = ['administration', 'invites'] as const;

/** The invitations of everybody that can be used, the newest first, in pages. */
export function useAdminInvites() {
  return useInfiniteQuery({
    queryKey: invitesKey,
    queryFn: ({ client, signal, pageParam }) =>
      callAsAdmin(client, getAdminInvites, pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
  });
}

export function useRevokeAnyInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: InviteId) => callEndpoint(revokeAnyInvite, { id }),
    onSuccess: (_, id) => {
      client.setQueryData<InfiniteData<OutputOf<typeof getAdminInvites>>>(
        invitesKey,
        (list) => list && { ...list, pages: list.pages.map((page) => withoutInvite(page, id)) },
      );
    },
    onSettled: () => void client.invalidateQueries({ queryKey: invitesKey }),
    meta: { toast: { success: consoleToasts.inviteRevoked, failure: consoleToasts.inviteFailed } },
  });
}

const withoutInvite = (page: OutputOf<typeof getAdminInvites>, id: InviteId) => ({
  ...page,
  data: page.data.filter(({ _id }) => _id !== id),
});
