import type { AdminPerson } from '@chat-app/contract';
import { presentPerson } from '../users/index.ts';
import type { AdminPersonRow } from './people.repository.ts';

export function presentAdminPerson(row: AdminPersonRow): AdminPerson {
  const { email, isVerified, isSuspended, isAdmin, isAdminFixed, storageBytes, reportCount } = row;
  return {
    ...presentPerson(row),
    email,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    isVerified,
    isSuspended,
    isAdmin,
    isAdminFixed,
    storageBytes,
    reportCount,
  };
}
