import { z } from 'zod';
import { GroupRole, WhoCan } from './chats.ts';
import { endpoint } from './endpoint.ts';
import { ChatId, UserId } from './primitives.ts';
import { laterPlease, type ToastText } from './toast-text.ts';

/** Why something in a group is refused. Here, because the login screen would load it with the other texts. */
export const groupTexts = {
  ownerDeletes: 'Only the owner of the group can delete it',
  ownerSetsRoles: 'Only the owner of the group can change roles',
  suspendedOwner: 'This account is suspended and cannot own a group',
  handOverFirst: 'Hand the group over to somebody else first',
  adminsRemove: 'Only the owner and the admins of the group can remove members',
  ownerStays: 'The owner of the group cannot be removed',
  ownerRemovesAdmins: 'Only the owner of the group can remove an admin',
  adminsSet: 'Only the owner and the admins of the group can change its settings',
  adminsSend: 'Only admins can send messages in this group',
  adminsAdd: 'Only admins can add members to this group',
  adminsEdit: 'Only admins can edit this group',
  adminsPin: 'Only the owner and the admins of the group can pin messages',
} as const;

export const groupToasts = {
  roleFailed: { type: 'error', title: 'Role not changed', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
  settingsFailed: { type: 'error', title: 'Settings not saved', message: laterPlease, timeoutMs: 4000, scope: 'chat' },
} as const satisfies Record<string, ToastText>;

/** Makes a member an admin, or an admin a member again. As `owner`, the caller hands the group over and becomes an admin. */
export const setMemberRole = endpoint({
  method: 'PUT',
  path: '/api/chats/members/role',
  access: 'verified',
  input: z.object({ chatId: ChatId, memberId: UserId, role: GroupRole }),
  output: z.object({}),
  errors: ['not_found', 'forbidden'],
});

/** What is left out stays as it is. */
export const saveGroupSettings = endpoint({
  method: 'PUT',
  path: '/api/chats/settings',
  access: 'verified',
  input: z.object({
    chatId: ChatId,
    whoCanSend: WhoCan.optional(),
    whoCanAdd: WhoCan.optional(),
    whoCanEdit: WhoCan.optional(),
  }),
  output: z.object({}),
  errors: ['not_found', 'forbidden'],
});
