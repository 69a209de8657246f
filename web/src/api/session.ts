import { authToasts, getSession } from '@chat-app/contract';
import type { Me } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isInvitePath } from '../format/paths.ts';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { clearSessionState } from '../state/session-state.ts';
import { showToast } from '../state/toasts.ts';
import { serverConfigKey } from './server-config.ts';

/** The query key of the signed-in user. */
export const sessionKey = ['session'] as const;
export const offlineDatabaseName = 'chat-app.offline';

const unverifiedPollMs = 15_000;
const unreachablePollMs = 10_000;

export type Session =
  | { phase: 'checking' }
  | { phase: 'unreachable'; isRetrying: boolean; retry: () => void }
  | { phase: 'visitor' }
  | { phase: 'unverified'; user: Me }
  | { phase: 'verified'; user: Me };

export function useSession(): Session {
  const { data, errorUpdateCount, isFetching, refetch } = useQuery<Me | null>({
    queryKey: sessionKey,
    queryFn: ({ client, signal }) => checkSession(client, signal),
    retryDelay: 400,
    // The address may be verified on another device while this tab waits.
    refetchOnWindowFocus: ({ state }) => (state.data?.isVerified === false ? 'always' : true),
    refetchInterval: ({ state }) => {
      if (state.data === undefined) return state.errorUpdateCount > 0 && unreachablePollMs;
      return state.data?.isVerified === false && unverifiedPollMs;
    },
  });

  if (data === undefined) {
    if (errorUpdateCount === 0) return { phase: 'checking' };
    return { phase: 'unreachable', isRetrying: isFetching, retry: () => void refetch() };
  }
  if (data === null) return { phase: 'visitor' };
  return { phase: data.isVerified ? 'verified' : 'unverified', user: data };
}

/** For code outside of screens. */
export const signedInUser = (client: QueryClient) => client.getQueryData<Me | null>(sessionKey) ?? null;

export async function setSignedIn(client: QueryClient, user: Me): Promise<void> {
  await replaceSession(client, user);
}

export async function setSignedOut(client: QueryClient): Promise<void> {
  await replaceSession(client, null);
  clearUserData(client);
}

export function recheckSession(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: sessionKey });
}

/** Call when the server rejects a request as unauthenticated. The session may have been ended from another device. */
export function endLostSession(client: QueryClient): void {
  if (signedInUser(client)) showToast(authToasts.sessionEnded);
  void setSignedOut(client);
}

async function replaceSession(client: QueryClient, user: Me | null): Promise<void> {
  // A running check would overwrite the new session with the old one.
  await client.cancelQueries({ queryKey: sessionKey });
  client.setQueryData(sessionKey, user);
}

/** Clears all data of the user and the layout of the screen. */
function clearUserData(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey: [key] }) => key !== sessionKey[0] && key !== serverConfigKey[0] });
  clearSessionState();
  deleteOfflineCopy();
}

/** Does not open the database, because the login screen should not load the code for it. */
function deleteOfflineCopy(): void {
  // Missing in browsers without storage.
  const databases: IDBFactory | undefined = globalThis.indexedDB;
  databases?.deleteDatabase(offlineDatabaseName);
}

async function checkSession(client: QueryClient, signal: AbortSignal): Promise<Me | null> {
  try {
    const { user } = await callEndpoint(getSession, {}, { signal });
    const before = client.getQueryData<Me | null>(sessionKey);
    if (before && before.id !== user.id) clearUserData(client);
    return user;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const before = client.getQueryData<Me | null>(sessionKey);
    if (before === undefined) {
      // A visitor who follows an invitation is asked to sign up.
      if (!isInvitePath(window.location.pathname)) showToast(authToasts.welcome);
      // The session ended while the app was closed.
      deleteOfflineCopy();
    }
    if (before) {
      showToast(authToasts.sessionEnded);
      clearUserData(client);
    }
    return null;
  }
}
