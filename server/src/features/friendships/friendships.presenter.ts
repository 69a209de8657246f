import { type FriendRequest, maskEmailOfOther, type UserId, type UserWithStatus } from '@chat-app/contract';
import { presentPerson } from '../users/index.ts';
import type { FriendRequestRow, PartyRow, PersonRow } from './friendships.repository.ts';

/** A request as one of the two sees it: the other's address is masked until they are friends. */
export function presentFriendRequest(request: FriendRequestRow, viewerId: UserId): FriendRequest {
  const present = (party: PartyRow) => {
    const isKnown = request.isAccepted || party.id === viewerId;
    return { ...presentPerson(party), email: isKnown ? party.email : maskEmailOfOther(party.email) };
  };
  return {
    _id: request.id,
    user1: present(request.requester),
    user2: present(request.recipient),
    createdAt: request.createdAt.toISOString(),
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
