import { getUser } from '@chat-app/contract';
import type { UserId } from '@chat-app/contract';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { friendshipsKey } from './friendships.ts';

/** The profile of a user. Keyed under the friendships, because it changes with them. */
export function useUser(id: UserId) {
  return useQuery({
    queryKey: [...friendshipsKey, 'user', id],
    queryFn: async ({ signal }) => (await callEndpoint(getUser, { id }, { signal })).user,
  });
}
