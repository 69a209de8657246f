import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, FriendRequestId, ImageUrl, SearchText, Timestamp, UserId } from './primitives.ts';

const Party = z.object({ _id: UserId, id: UserId, name: z.string(), email: z.string(), avatar: ImageUrl });

/** A request between two users: `user1` asked `user2`. The other's address is masked until it is accepted. */
export const FriendRequest = z.object({ _id: FriendRequestId, user1: Party, user2: Party, createdAt: Timestamp });
export type FriendRequest = z.infer<typeof FriendRequest>;

/** The relation to another user: a pending request in either direction, or friends. Absent when there is none. */
export const FriendStatus = z.enum(['pending', 'friend']);

/**
 * A user in a list. A friend's address is complete. Otherwise it is masked, and present only when a request is pending
 * or the address itself was searched for.
 */
export const UserWithStatus = Party.extend({ email: z.string().optional(), status: FriendStatus.optional() });
export type UserWithStatus = z.infer<typeof UserWithStatus>;

const Nothing = z.object({});
const Requests = z.object({ data: z.array(FriendRequest) });
const People = z.object({ data: z.array(UserWithStatus) });
const searchable = z.object({ search: SearchText.optional() });

export const getFriendRequests = endpoint({
  method: 'GET',
  path: '/api/friendships/requests',
  access: 'verified',
  input: searchable,
  output: Requests,
});

export const getSentRequests = endpoint({
  method: 'GET',
  path: '/api/friendships/sent-requests',
  access: 'verified',
  input: searchable,
  output: Requests,
});

export const getFriends = endpoint({
  method: 'GET',
  path: '/api/friendships/friends',
  access: 'verified',
  input: searchable,
  output: People,
});

export const searchByEmail = endpoint({
  method: 'GET',
  path: '/api/friendships/search-by-email',
  access: 'verified',
  input: z.object({ email: Email }),
  output: People,
});

export const searchForFriends = endpoint({
  method: 'GET',
  path: '/api/friendships/search-for-friends',
  access: 'verified',
  input: z.object({ search: SearchText }),
  output: People,
});

export const sendFriendRequest = endpoint({
  method: 'POST',
  path: '/api/friendships/send-request',
  access: 'verified',
  input: z.object({ friendId: UserId }),
  output: Nothing,
  errors: ['not_found', 'forbidden', 'request_exists', 'already_friends'],
});

const answerRequest = (path: `/${string}`) =>
  endpoint({
    method: 'POST',
    path,
    access: 'verified',
    input: z.object({ requestId: FriendRequestId }),
    output: Nothing,
    errors: ['not_found'],
  });

export const acceptFriendRequest = answerRequest('/api/friendships/accept-request');
export const rejectFriendRequest = answerRequest('/api/friendships/reject-request');
export const cancelFriendRequest = answerRequest('/api/friendships/cancel-request');

export const removeFriend = endpoint({
  method: 'POST',
  path: '/api/friendships/remove-friend',
  access: 'verified',
  input: z.object({ friendId: UserId }),
  output: Nothing,
  errors: ['not_found'],
});

export interface FriendshipServerEvents {
  friendRequest: (request: FriendRequest) => void;
  friendRequestAccepted: (request: FriendRequest) => void;
  /**
   * A request was rejected or cancelled, a friendship ended, a user in the lists changed their name or image, or one's
   * own list of blocked users changed.
   */
  friendshipsChanged: () => void;
}
