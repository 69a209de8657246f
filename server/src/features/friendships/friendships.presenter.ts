import { type FriendRequest, maskEmail, type UserWithStatus } from '@chat-app/contract';
import { presentPerson } from '../users/index.ts';
import type { FriendRequestRow, PersonRow } from './friendships.repository.ts';

export function presentRequest({ id, createdAt, requester, recipient }: FriendRequestRow): FriendRequest {
  return {
    _id: id,
    user1: { ...presentPerson(requester), email: requester.email },
    user2: { ...presentPerson(recipient), email: recipient.email },
    createdAt: createdAt.toISOString(),
  };
}

/** A stranger's address is masked; it is whole for friends and for people one has a request with. */
export function presentFound(person: PersonRow): UserWithStatus {
  return {
    ...presentPerson(person),
    email: person.status === null ? maskEmail(person.email) : person.email,
    ...(person.status !== null && { status: person.status }),
  };
}
