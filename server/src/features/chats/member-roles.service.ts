import { type ChatId, type GroupRole, groupTexts, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { forbidden } from '../../platform/errors.ts';
import { type LockedChat, lockChat, requireMember } from './chat-members.service.ts';
import { assertCanSetRole, roleOf } from './chats.policy.ts';
import type { MemberRow } from './chats.repository.ts';
import { groupRepository } from './groups.repository.ts';
import { addSystemMessages } from './system-messages.ts';

interface RoleChange {
  readonly chatId: ChatId;
  readonly memberId: UserId;
  readonly role: GroupRole;
}

export type MemberRoles = ReturnType<typeof createMemberRoles>;

/** Who is the owner of a group, and who an admin. */
export function createMemberRoles({ transact }: { transact: Transact }) {
  return {
    /** Repeating it changes nothing, and adds no second system message. */
    set: (userId: UserId, { chatId, memberId, role }: RoleChange) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        const member = requireMember(chat, memberId);
        assertCanSetRole(chat, chat.actor, member, role);
        if (roleOf(chat, member) === role) return;
        if (role === 'owner' && member.isSuspended) throw forbidden(groupTexts.suspendedOwner);
        const text = role === 'owner' ? await handOver(tx, chat, member) : await setAdmin(tx, chat, member, role);
        await addSystemMessages(tx, emit, { chatId, authorId: userId, texts: [text] });
        emit('chat.edited', { chatId });
      }),
  };
}

/** The former owner becomes an admin. */
async function handOver(tx: Sql, { id: chatId, actor }: LockedChat, member: MemberRow): Promise<string> {
  await groupRepository.setOwner(tx, chatId, member.id);
  await groupRepository.setAdmin(tx, { chatId, userId: actor.id, isAdmin: true });
  return `${actor.name} made ${member.name} the owner`;
}

async function setAdmin(tx: Sql, { id: chatId, actor }: LockedChat, member: MemberRow, role: GroupRole) {
  const isAdmin = role === 'admin';
  await groupRepository.setAdmin(tx, { chatId, userId: member.id, isAdmin });
  return isAdmin ? `${actor.name} made ${member.name} an admin` : `${actor.name} removed ${member.name} as an admin`;
}
