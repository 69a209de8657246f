import { accountToasts, getSessions, revokeOtherSessions, revokeSession } from '@chat-app/contract';
import type { Session, SessionId } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

const sessionsKey = ['sessions'] as const;

/** The browsers in which the user is signed in. */
export function useSessions() {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: async ({ signal }) => (await callEndpoint(getSessions, {}, { signal })).data,
    // Other devices sign in and out without telling this one.
    staleTime: 0,
  });
}

export function useRevokeSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: SessionId) => callEndpoint(revokeSession, { id }),
    onSuccess: (_answer, id) => keepSessions(client, ({ _id }) => _id !== id),
    onError: () => client.invalidateQueries({ queryKey: sessionsKey }),
    meta: { toast: { success: accountToasts.deviceSignedOut, failure: accountToasts.signOutFailed } },
  });
}

export function useRevokeOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(revokeOtherSessions, {}),
    onSuccess: () => keepSessions(client, ({ isCurrent }) => isCurrent),
    onError: () => client.invalidateQueries({ queryKey: sessionsKey }),
    meta: { toast: { success: accountToasts.othersSignedOut, failure: accountToasts.signOutFailed } },
  });
}

function keepSessions(client: QueryClient, isKept: (session: Session) => boolean): void {
  client.setQueryData<Session[]>(sessionsKey, (sessions) => sessions?.filter(isKept));
}
