import { friendToasts, getBlockedUsers, unblockUser } from '@chat-app/contract';
import type { BlockedUser, UserId } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { setBlockedIds } from '../state/blocked-users.ts';
import { friendshipsKey } from './friendships-key.ts';

const blockedKey = [...friendshipsKey, 'blocked'] as const;

/** Those whom the user has blocked. Keyed under the friendships, because they change with them. */
export function useBlockedUsers() {
  return useQuery({
    queryKey: blockedKey,
    queryFn: async ({ signal }) => (await callEndpoint(getBlockedUsers, {}, { signal })).data,
  });
}

/** Keeps `state/blocked-users.ts` up to date, which every message and every row of the chat list reads. */
export function useFollowBlockedUsers(): void {
  const { data } = useBlockedUsers();
  useEffect(() => {
    if (data) setBlockedIds(data.map(({ _id }) => _id));
  }, [data]);
}

export function useUnblock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: UserId) => callEndpoint(unblockUser, { userId }),
    onSuccess: (_nothing, userId) => {
      client.setQueryData<BlockedUser[]>(blockedKey, (users) => users?.filter(({ _id }) => _id !== userId));
      return client.invalidateQueries({ queryKey: friendshipsKey });
    },
    meta: { toast: { success: friendToasts.unblocked, failure: friendToasts.failed } },
  });
}
