import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { inviteOfVisitor } from '../../state/pending-invite.ts';

/** The invitation with which somebody signs up, from its page or from the address; null without one. */
export function useInviteToken(): string | null {
  const [search] = useSearchParams();
  const [followed] = useState(inviteOfVisitor);
  return search.get('invite') || followed;
}
