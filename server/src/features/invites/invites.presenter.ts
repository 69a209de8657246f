import { avatarPath, getInviteAvatar, type Invite, type OpenInvite } from '@chat-app/contract';
import { isUsable } from './invites.policy.ts';
import type { InviteRow } from './invites.repository.ts';

export function presentInvite(invite: InviteRow): Invite {
  const { id, chat, createdAt, expiresAt, maxUses, uses } = invite;
  return {
    _id: id,
    kind: chat ? 'chat' : 'friend',
    expiresAt: expiresAt?.toISOString() ?? null,
    maxUses,
    uses,
    createdAt: createdAt.toISOString(),
    isUsable: isUsable(invite),
    ...(chat && { chat: { _id: chat.id, name: shownName(invite), avatar: avatarPath(chat.id, chat.avatarFile) } }),
  };
}

export function presentOpenInvite(invite: InviteRow, token: string): OpenInvite {
  return {
    kind: invite.chat ? 'chat' : 'friend',
    name: shownName(invite),
    avatar: getInviteAvatar.path.replace('{token}', encodeURIComponent(token)),
    invitedBy: invite.creatorName,
    ...(invite.chat && { memberCount: invite.chat.memberCount }),
  };
}

/** A group without a name is otherwise named after its members, whose names are not for visitors. */
export const shownName = ({ creatorName, chat }: InviteRow): string =>
  chat ? (chat.name ?? `${creatorName}’s group`) : creatorName;
