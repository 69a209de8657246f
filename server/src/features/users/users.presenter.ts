import { avatarPath, maskEmailOfOther, type Me, type Privacy, type User } from '@chat-app/contract';
import type { PersonRow, UserRow } from './users.repository.ts';

export function presentMe(user: UserRow): Me {
  const { email, isVerified, hasSecondFactor, isAdmin } = user;
  return { ...presentPerson(user), email, isVerified, hasSecondFactor, isAdmin, ...presentPrivacy(user) };
}

export function presentPrivacy({ sendsReceipts, sharesPresence, isFindable, mentionsBreakMute }: UserRow): Privacy {
  return { sendsReceipts, sharesPresence, isFindable, mentionsBreakMute };
}

/** The address is complete for oneself and friends, masked while a request is pending, and absent for strangers. */
export function presentUser(
  user: UserRow,
  relation: 'self' | 'friend' | 'pending' | null,
  friendsSince: Date | null,
): User {
  if (relation === null) return presentPerson(user);
  return {
    ...presentPerson(user),
    email: relation === 'pending' ? maskEmailOfOther(user.email) : user.email,
    ...(friendsSince && { friendsSince: friendsSince.toISOString() }),
  };
}

/** The fields of a person that everybody may see. */
export function presentPerson({ id, name, avatarFile }: PersonRow) {
  return { _id: id, id, name, avatar: avatarPath(id, avatarFile) };
}
