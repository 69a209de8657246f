import { avatarPath, type Me, type User } from '@chat-app/contract';
import type { UserRow } from './users.repository.ts';

export function presentMe(user: UserRow): Me {
  return { ...presentPerson(user), email: user.email, isVerified: user.isVerified };
}

export function presentUser(user: UserRow, { withEmail }: { withEmail: boolean }): User {
  return { ...presentPerson(user), ...(withEmail && { email: user.email }) };
}

/** What everybody may see of somebody. */
export function presentPerson({ id, name, avatarFile }: Pick<UserRow, 'id' | 'name' | 'avatarFile'>) {
  return { _id: id, id, name, avatar: avatarPath(id, avatarFile) };
}
