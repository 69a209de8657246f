import {
  acceptFriendRequest,
  cancelFriendRequest,
  friendToasts,
  getFriendRequests,
  getFriends,
  getSentRequests,
  getUser,
  looksLikeEmail,
  rejectFriendRequest,
  removeFriend,
  searchByEmail,
  searchForFriends,
  sendFriendRequest,
} from '@chat-app/contract';
import type { FriendRequest, UserId, UserWithStatus } from '@chat-app/contract';
import {
  keepPreviousData,
  MutationObserver,
  mutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MutationObserverOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { dismissToastsAbout } from '../state/toasts.ts';
import type { NewToast } from '../state/toasts.ts';
import { friendshipsKey } from './friendships-key.ts';
import { createChatOptions } from './chats.ts';
import type { OpensChat } from './chats.ts';

const friendsKey = [...friendshipsKey, 'friends'] as const;
const requestsKey = [...friendshipsKey, 'requests'] as const;
export const allRequestsKey = [...requestsKey, ''] as const;
const sentKey = [...friendshipsKey, 'sent'] as const;
const foundKey = [...friendshipsKey, 'found'] as const;

/** A live event handler uses this key to detect that this tab accepted the request. */
export const acceptRequestKey = ['accept-friend-request'] as const;

const searchInput = (search: string) => (search === '' ? {} : { search });

export function useFriends(search = '') {
  return useQuery({
    queryKey: [...friendsKey, search],
    queryFn: async ({ signal }) => (await callEndpoint(getFriends, searchInput(search), { signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function useFriendRequests(search = '') {
  return useQuery({
    queryKey: [...requestsKey, search],
    queryFn: async ({ signal }) => (await callEndpoint(getFriendRequests, searchInput(search), { signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Whether a friend request waits for an answer. Shown as red dots. */
export function useHasFriendRequests(): boolean {
  return (useFriendRequests().data?.length ?? 0) > 0;
}

export function useSentRequests(search = '') {
  return useQuery({
    queryKey: [...sentKey, search],
    queryFn: async ({ signal }) => (await callEndpoint(getSentRequests, searchInput(search), { signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** An email address finds its owner; any other text searches names. */
export function useFoundPeople(text: string) {
  return useQuery({
    queryKey: [...foundKey, text],
    queryFn: async ({ signal }) => {
      const found = looksLikeEmail(text)
        ? await callEndpoint(searchByEmail, { email: text }, { signal })
        : await callEndpoint(searchForFriends, { search: text }, { signal });
      return found.data;
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
}

export function useSendRequest() {
  const change = optimistic<UserWithStatus>(useQueryClient(), foundKey);
  return useMutation({
    mutationFn: (friendId: UserId) => callEndpoint(sendFriendRequest, { friendId }),
    onMutate: (friendId) =>
      change.apply((people) =>
        people.map((person) => (person._id === friendId ? { ...person, status: 'pending' as const } : person)),
      ),
    onError: (_error, _friendId, undo) => undo?.(),
    onSettled: change.refresh,
    meta: { toast: { success: friendToasts.requestSent, failure: friendToasts.failed } },
  });
}

export function useAcceptRequest({ onOpenChat }: OpensChat) {
  return useMutation(acceptRequestOptions(useQueryClient(), { onOpenChat }));
}

/** The success toast has a button that opens the chat with the new friend. */
export function acceptRequestOptions(client: QueryClient, { onOpenChat }: OpensChat) {
  const change = optimistic<FriendRequest>(client, requestsKey);
  return mutationOptions({
    mutationKey: acceptRequestKey,
    mutationFn: ({ _id }: FriendRequest) => callEndpoint(acceptFriendRequest, { requestId: _id }),
    onMutate: ({ _id }) => {
      dismissToastsAbout(_id);
      return change.apply(without(_id));
    },
    onError: (_error, _request, undo) => undo?.(),
    onSettled: change.refresh,
    meta: {
      toast: {
        success: (_nothing: object, { user1 }: FriendRequest): NewToast => ({
          ...friendToasts.requestAccepted,
          about: user1._id,
          actions: [chatAction(client, user1._id, onOpenChat)],
        }),
        failure: friendToasts.failed,
      },
    },
  });
}

/** A toast button that opens the chat with a friend. */
export function chatAction(client: QueryClient, friendId: UserId, onOpenChat: OpensChat['onOpenChat']) {
  const open = createChatOptions(client, { onOpenChat });
  return { label: 'Chat', isPrimary: true, onSelect: () => runMutation(client, open, { members: [friendId] }) };
}

export function useRejectRequest() {
  return useMutation(rejectRequestOptions(useQueryClient()));
}

export function rejectRequestOptions(client: QueryClient) {
  const change = optimistic<FriendRequest>(client, requestsKey);
  return mutationOptions({
    mutationFn: (requestId: FriendRequest['_id']) => callEndpoint(rejectFriendRequest, { requestId }),
    onMutate: (requestId) => {
      dismissToastsAbout(requestId);
      return change.apply(without(requestId));
    },
    onError: (_error, _requestId, undo) => undo?.(),
    onSettled: change.refresh,
    meta: { toast: { success: friendToasts.requestRejected, failure: friendToasts.failed } },
  });
}

export function useCancelRequest() {
  const change = optimistic<FriendRequest>(useQueryClient(), sentKey);
  return useMutation({
    mutationFn: (requestId: FriendRequest['_id']) => callEndpoint(cancelFriendRequest, { requestId }),
    onMutate: (requestId) => change.apply(without(requestId)),
    onError: (_error, _requestId, undo) => undo?.(),
    onSettled: change.refresh,
    meta: { toast: { success: friendToasts.requestCanceled, failure: friendToasts.failed } },
  });
}

export function useRemoveFriend() {
  const change = optimistic<UserWithStatus>(useQueryClient(), friendsKey);
  return useMutation({
    mutationFn: (friendId: UserId) => callEndpoint(removeFriend, { friendId }),
    onMutate: (friendId) => change.apply(without(friendId)),
    onError: (_error, _friendId, undo) => undo?.(),
    onSettled: change.refresh,
    meta: { toast: { success: friendToasts.removed, failure: friendToasts.failed } },
  });
}

const without =
  <Id extends string>(id: Id) =>
  <Row extends { _id: Id }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ _id }) => _id !== id);

/** An optimistic update: `apply` patches the lists and returns an undo, `refresh` refetches them. */
function optimistic<Row>(client: QueryClient, key: QueryKey) {
  return {
    apply: async (patch: (rows: readonly Row[]) => Row[]) => {
      // A running request would overwrite the patched list with the old one.
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueriesData<Row[]>({ queryKey: key });
      client.setQueriesData<Row[]>({ queryKey: key }, (rows) => rows && patch(rows));
      return () => before.forEach(([queryKey, rows]) => client.setQueryData(queryKey, rows));
    },
    refresh: () => client.invalidateQueries({ queryKey: friendshipsKey }),
  };
}

/** The profile of a user. Keyed under the friendships, because it changes with them. */
export function useUser(id: UserId) {
  return useQuery({
    queryKey: [...friendshipsKey, 'user', id],
    queryFn: async ({ signal }) => (await callEndpoint(getUser, { id }, { signal })).user,
  });
}

/** Runs a mutation outside of components, for example from a toast. The mutation cache shows toasts and failures. */
export function runMutation<Input, Output, Undo>(
  client: QueryClient,
  options: MutationObserverOptions<Output, Error, Input, Undo>,
  input: Input,
): void {
  new MutationObserver(client, options).mutate(input).catch(() => {});
}
