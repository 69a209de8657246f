import type { AdminPerson, UserId } from '@chat-app/contract';
import { KeyRound, LogOut, ShieldMinus, ShieldPlus, Trash2, UserCheck, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PersonAct } from '../../api/administration.ts';

/** What can be done to an account. */
export type AskedAct = PersonAct | 'delete';

/** An act that waits for an answer to its question. */
export interface PersonRequest {
  readonly person: AdminPerson;
  readonly act: AskedAct;
  /** Receives the focus afterwards: the menu item is gone by then. */
  readonly opener: HTMLElement | null;
}

interface ActText {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isDestructive?: boolean;
  readonly question: (name: string) => { question: string; details: string };
}

export const actTexts: Record<AskedAct, ActText> = {
  sendResetLink: {
    label: 'Send reset link',
    icon: <KeyRound aria-hidden="true" />,
    question: (name) => ({
      question: `Send ${name} a reset link?`,
      details: 'A mail with a link for a new password goes to the address of the account. You do not see the link.',
    }),
  },
  signOut: {
    label: 'Sign out everywhere',
    icon: <LogOut aria-hidden="true" />,
    question: (name) => ({
      question: `Sign ${name} out everywhere?`,
      details:
        'All devices need the password to sign in again. Messages written there that were not sent yet are lost.',
    }),
  },
  grant: {
    label: 'Make administrator',
    icon: <ShieldPlus aria-hidden="true" />,
    question: (name) => ({
      question: `Make ${name} an administrator?`,
      details: 'Administrators can suspend and delete accounts, change the settings, and make others administrators.',
    }),
  },
  revoke: {
    label: 'Revoke administrator',
    icon: <ShieldMinus aria-hidden="true" />,
    question: (name) => ({
      question: `Revoke the rights of ${name}?`,
      details: `${name} stays a user of this server and can no longer open these pages.`,
    }),
  },
  suspend: {
    label: 'Suspend',
    icon: <UserX aria-hidden="true" />,
    isDestructive: true,
    question: (name) => ({
      question: `Suspend ${name}?`,
      details:
        'All devices are signed out at once, and signing in is refused until you resume the account. Nothing is deleted.',
    }),
  },
  resume: {
    label: 'Resume',
    icon: <UserCheck aria-hidden="true" />,
    question: (name) => ({
      question: `Resume ${name}?`,
      details: 'Signing in works again, with everything as before.',
    }),
  },
  delete: {
    label: 'Delete account',
    icon: <Trash2 aria-hidden="true" />,
    isDestructive: true,
    question: (name) => ({
      question: `Delete the account of ${name}?`,
      details:
        'The profile, friends, devices and uploads go at once. Messages stay, by ‘Deleted account’. This cannot be undone.',
    }),
  },
};

/** What makes sense for this account. The server decides. Own accounts are managed in the account settings. */
export function listActs(person: AdminPerson, myId: UserId): AskedAct[] {
  const { isSuspended, isVerified, isAdmin, isAdminFixed } = person;
  const rights: AskedAct[] = isAdmin ? ['revoke'] : ['grant'];
  const canChangeRights = !isAdminFixed && (isAdmin || (isVerified && !isSuspended));
  if (person._id === myId) return canChangeRights ? rights : [];
  return [
    ...(isSuspended ? [] : (['sendResetLink', 'signOut'] as const)),
    ...(canChangeRights ? rights : []),
    ...(isSuspended ? (['resume'] as const) : []),
    ...(isAdminFixed ? [] : isSuspended ? (['delete'] as const) : (['suspend', 'delete'] as const)),
  ];
}
