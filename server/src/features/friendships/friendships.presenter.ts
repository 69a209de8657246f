import { type FriendRequest, maskEmailOfOther, type UserId, type UserWithStatus } from '@chat-app/contract';
import { presentPerson } from '../users/index.ts';
import type { FriendRequestRow, PartyRow, PersonRow } from './friendships.repository.ts';

/** A pending request as one of the two sees it: the other's address is masked. */
export function presentFriendRequest(request: FriendRequestRow, viewerId: UserId): FriendRequest {
  return present(request, (party) => (party.id === viewerId ? party.email : maskEmailOfOther(party.email)));
}

/** An accepted request: the two are friends now and see each other's address. */
export function presentAcceptedFriendRequest(request: FriendRequestRow): FriendRequest {
  return present(request, (party) => party.email);
}

function present({ id, createdAt, requester, recipient }: FriendRequestRow, emailOf: (party: PartyRow) => string) {
  return {
    _id: id,
    user1: { ...presentPerson(requester), email: emailOf(requester) },
    user2: { ...presentPerson(recipient), email: emailOf(recipient) },
    createdAt: createdAt.toISOString(),
  };
}

/** A person found by name, or a friend. */
export function presentFoundUser(person: PersonRow): UserWithStatus {
  const { status } = person;
  if (status === null) return presentPerson(person);
  const email = status === 'friend' ? person.email : maskEmailOfOther(person.email);
  return { ...presentPerson(person), email, status };
}

/** A person found by their exact address: for strangers the address is included, but masked. */
export function presentUserFoundByEmail(person: PersonRow): UserWithStatus {
  return { email: maskEmailOfOther(person.email), ...presentFoundUser(person) };
}
