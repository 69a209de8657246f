import { acceptInvite, createInvite, getInvites, inviteToasts, openInvite, revokeInvite } from '@chat-app/contract';
import type { InputOf, InviteId } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { forgetInvite } from '../state/pending-invite.ts';

const invitesKey = ['invites'];

/** The caller's own invitations. */
export function useInvites() {
  return useQuery({
    queryKey: invitesKey,
    queryFn: ({ signal }) => callEndpoint(getInvites, {}, { signal }),
    select: ({ data }) => data,
    // Others use them meanwhile.
    staleTime: 0,
  });
}

export function useCreateInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof createInvite>) => callEndpoint(createInvite, input),
    onSuccess: () => client.invalidateQueries({ queryKey: invitesKey }),
    meta: { toast: { failure: inviteToasts.createFailed } },
  });
}

export function useRevokeInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: InviteId) => callEndpoint(revokeInvite, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: invitesKey }),
    meta: { toast: { success: inviteToasts.revoked, failure: inviteToasts.revokeFailed } },
  });
}

/** What an invitation is for. A link that cannot be used is an answer, not a failure: null. */
export function useOpenInvite(token: string) {
  return useQuery({
    queryKey: ['open-invite', token],
    queryFn: async ({ signal }) => {
      try {
        return (await callEndpoint(openInvite, { token }, { signal })).invite;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
        throw error;
      }
    },
    retry: 1,
    staleTime: 60_000,
  });
}

/** The answer names the chat that the invitation leads to. */
export function useAcceptInvite() {
  return useMutation({
    mutationFn: (token: string) => callEndpoint(acceptInvite, { token }),
    onSuccess: forgetInvite,
    // A refusal is final. Without an answer, the next start of the app tries again.
    onError: (error) => {
      if (error instanceof ApiError && [400, 403, 404].includes(error.status)) forgetInvite();
    },
    meta: { toast: { failure: inviteToasts.acceptFailed } },
  });
}
