import type { ChatDetail } from '@chat-app/contract';
import { Link2 } from 'lucide-react';
import { useMe } from '../../api/me.ts';
import { askToInvite } from '../../state/invites.ts';
import { rowClasses } from '../../ui/disclosure.tsx';

/** In the info panel of a group, for those who may invite. */
export function InviteButton({ chat }: { chat: ChatDetail }) {
  const me = useMe();
  const role = chat.members.find(({ _id }) => _id === me.id)?.role;
  // A server of the previous release sends no roles.
  const mayInvite = role === 'admin' || chat.ownerId === me.id;
  if (!chat.isGroup || !mayInvite) return null;
  return (
    <button type="button" className={rowClasses} onClick={() => askToInvite(chat)}>
      <Link2 aria-hidden="true" className="text-muted" />
      Invite by link
    </button>
  );
}
