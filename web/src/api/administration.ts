import {
  consoleToasts,
  deletePerson,
  getPeople,
  grantAdministration,
  resumePerson,
  revokeAdministration,
  sendResetLink,
  signOutPerson,
  suspendPerson,
} from '@chat-app/contract';
import type { AdminPerson, AdminPersonState, OutputOf, UserId } from '@chat-app/contract';
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callAsAdmin } from './administration-call.ts';
import { recheckSession, signedInUser } from './session.ts';

const peopleKey = ['administration', 'people'] as const;

interface PeopleSearch {
  readonly search: string;
  readonly state: AdminPersonState;
}

/** The accounts, newest first, in pages. */
export function usePeople({ search, state }: PeopleSearch) {
  return useInfiniteQuery({
    queryKey: [...peopleKey, search, state],
    queryFn: ({ client, signal, pageParam }) =>
      callAsAdmin(
        client,
        getPeople,
        { state, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What an administrator can do to an account, besides deleting it. */
const acts = {
  suspend: { target: suspendPerson, success: consoleToasts.suspended },
  resume: { target: resumePerson, success: consoleToasts.resumed },
  signOut: { target: signOutPerson, success: consoleToasts.signedOut },
  sendResetLink: { target: sendResetLink, success: consoleToasts.resetLinkSent },
  grant: { target: grantAdministration, success: consoleToasts.granted },
  revoke: { target: revokeAdministration, success: consoleToasts.revoked },
};
export type PersonAct = keyof typeof acts;

export function useChangePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act, id }: { act: PersonAct; id: UserId }) => callEndpoint(acts[act].target, { id }),
    onSuccess: ({ person }) => {
      patchPeople(client, (people) => people.map((other) => (other._id === person._id ? person : other)));
      if (person._id === signedInUser(client)?.id) void recheckSession(client);
    },
    // What the list shows may have changed meanwhile: somebody else did the same, or the account is gone.
    onError: () => client.invalidateQueries({ queryKey: peopleKey }),
    meta: {
      toast: {
        success: (_output: never, { act }: { act: PersonAct }) => acts[act].success,
        failure: consoleToasts.personFailed,
      },
    },
  });
}

export function useDeletePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: UserId) => callEndpoint(deletePerson, { id }),
    onSuccess: (_nothing, id) => {
      patchPeople(client, (people) => people.filter(({ _id }) => _id !== id));
      if (id === signedInUser(client)?.id) void recheckSession(client);
    },
    onError: () => client.invalidateQueries({ queryKey: peopleKey }),
    meta: { toast: { success: consoleToasts.deleted, failure: consoleToasts.personFailed } },
  });
}

function patchPeople(client: QueryClient, change: (people: AdminPerson[]) => AdminPerson[]): void {
  client.setQueriesData<InfiniteData<OutputOf<typeof getPeople>>>(
    { queryKey: peopleKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: change(page.data) })) },
  );
}

/** After an account was changed elsewhere in the console. */
export function refreshPeople(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: peopleKey });
}
