import type { AdminPerson } from '@chat-app/contract';
import { StatusBadge } from './status-badge.tsx';

/** What is particular about an account; for most of them nothing is. */
export function PersonState({ person: { isSuspended, isVerified, isAdmin } }: { person: AdminPerson }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isSuspended && <StatusBadge tone="danger">Suspended</StatusBadge>}
      {!isVerified && <StatusBadge tone="neutral">Not verified</StatusBadge>}
      {isAdmin && <StatusBadge tone="accent">Administrator</StatusBadge>}
    </span>
  );
}
