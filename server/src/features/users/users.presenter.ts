import { generatedAvatarPath, type Me, type User, uploadPath } from '@chat-app/contract';
import type { UserRow } from './users.repository.ts';

export function presentMe(user: UserRow): Me {
  return { ...identityOf(user), email: user.email, isVerified: user.isVerified };
}

export function presentUser(user: UserRow, { withEmail }: { withEmail: boolean }): User {
  return { ...identityOf(user), ...(withEmail && { email: user.email }) };
}

function identityOf({ id, name, avatarFile }: UserRow) {
  return { _id: id, id, name, avatar: avatarFile === null ? generatedAvatarPath(id) : uploadPath(avatarFile) };
}
