import {
  acceptInvite,
  createInvite,
  getInvites,
  inviteToasts,
  openInvite,
  reserveInvite,
  revokeInvite,
} from '@chat-app/contract';
import type { InputOf, InviteId, ToastText } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { forgetInvite, rememberInvite } from '../state/pending-invite.ts';
import { useMe } from './me.ts';
import { recheckSession } from './session.ts';

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

/** For a user who is not verified yet. From then on, the invitation is theirs in every tab. */
export function useReserveInvite() {
  const client = useQueryClient();
  const { id } = useMe();
  return useMutation({
    mutationFn: (token: string) => callEndpoint(reserveInvite, { token }),
    onSuccess: (_, token) => rememberInvite(token, id),
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.status === 404) forgetInvite();
      // Verified on another device meanwhile: the invitation is accepted as soon as this tab knows.
      if (error.code === 'already_verified') void recheckSession(client);
    },
    meta: { toast: { failure: unlessVerified(inviteToasts.acceptFailed) } },
  });
}

const unlessVerified = (text: ToastText) => (error: ApiError) => (error.code === 'already_verified' ? null : text);

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
