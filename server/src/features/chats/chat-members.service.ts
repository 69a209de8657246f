import { answerTexts, type ChatId, generatedAvatarPath, uploadPath, type UserId } from '@chat-app/contract';
import type { Emit, Transact } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { invalidInput, notFound } from '../../platform/errors.ts';
import { addSystemMessages } from './system-messages.ts';
import {
  assertCanAdd,
  assertCanDelete,
  assertCanEdit,
  assertCanRemove,
  assertGroup,
  assertGroupSize,
  isGroup,
} from './chats.policy.ts';
import { type ChatRow, chatRepository, type MemberRow } from './chats.repository.ts';
import { requireFriends } from './chats.service.ts';
import { groupRepository } from './groups.repository.ts';

/** A chat that is being changed: locked, with all its members. */
export interface LockedChat extends ChatRow {
  readonly members: MemberRow[];
  readonly memberCount: number;
  readonly actor: MemberRow;
}

interface Edit {
  readonly name?: string | undefined;
  readonly avatar?: string | null | undefined;
  /** An empty one removes it. */
  readonly description?: string | undefined;
}

export type ChatMembers = ReturnType<typeof createChatMembers>;

export function createChatMembers({ transact, maxGroupSize }: { transact: Transact; maxGroupSize: number }) {
  return {
    add: (userId: UserId, chatId: ChatId, memberIds: readonly UserId[]) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        assertCanAdd(chat, chat.actor);
        const isMember = new Set(chat.members.map((member) => member.id));
        const notYet = memberIds.filter((id) => !isMember.has(id));
        if (notYet.length === 0 && memberIds.some((id) => id !== userId)) return;
        const newcomers = await requireFriends(tx, userId, notYet);
        assertGroupSize(chat.memberCount + newcomers.length, maxGroupSize);
        await addMembers(tx, emit, { chat, newcomers });
      }),

    remove: (userId: UserId, chatId: ChatId, memberId: UserId) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        const member = requireMember(chat, memberId);
        assertCanRemove(chat, chat.actor, member);
        const text = `${chat.actor.name} removed ${member.name}`;
        await removeMember(tx, emit, { chat, member, text, isQuiet: false });
        await groupRepository.rememberRemoval(tx, chatId, memberId);
      }),

    leave: (userId: UserId, chatId: ChatId) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        await removeMember(tx, emit, { chat, member: chat.actor, text: `${chat.actor.name} left`, isQuiet: true });
      }),

    /** Removes a one-to-one chat from the caller's list only; a group for everybody. */
    delete: (userId: UserId, chatId: ChatId) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        assertCanDelete(userId, chat);
        if (!isGroup(chat) && chat.memberCount > 1) {
          await chatRepository.hide(tx, chatId, userId);
          emit('chat.hidden', { chatId, userId });
          return;
        }
        await chatRepository.remove(tx, chatId);
        emit('chat.deleted', { chatId, userIds: chat.members.map((member) => member.id) });
      }),

    edit: (userId: UserId, chatId: ChatId, changes: Edit) =>
      transact(async (tx, emit) => {
        const chat = await lockChat(tx, chatId, userId);
        assertCanEdit(chat, chat.actor);
        await applyEdit(tx, emit, { chat, ...changes });
      }),
  };
}

export async function lockChat(tx: Sql, chatId: ChatId, userId: UserId): Promise<LockedChat> {
  const chat = await findLockedChat(tx, chatId, userId);
  if (!chat) throw notFound('Chat');
  return chat;
}

/** A member of a group. */
export function requireMember(chat: LockedChat, memberId: UserId): MemberRow {
  assertGroup(chat);
  const member = chat.members.find(({ id }) => id === memberId);
  if (!member) throw notFound('Member');
  return member;
}

/** Null for outsiders. */
export async function findLockedChat(tx: Sql, chatId: ChatId, userId: UserId): Promise<LockedChat | null> {
  const chat = await chatRepository.lockFor(tx, chatId, userId);
  const members = chat ? await chatRepository.listMembers(tx, chatId) : [];
  const actor = members.find((member) => member.id === userId);
  if (!chat || !actor) return null;
  return { ...chat, members, memberCount: members.length, actor };
}

async function applyEdit(tx: Sql, emit: Emit, { chat, name, avatar, description }: Edit & { chat: LockedChat }) {
  const { id: chatId, actor } = chat;
  const texts: string[] = [];
  if (name !== undefined && name !== chat.name) {
    await chatRepository.rename(tx, chatId, name);
    texts.push(`${actor.name} changed the chat name to ${name}`);
  }
  const fileName = avatar === undefined ? chat.avatarFile : avatarFileOf(chatId, avatar);
  if (fileName !== chat.avatarFile) {
    if (!(await chatRepository.setAvatar(tx, chatId, { fileName, uploaderId: actor.id }))) throw notYours();
    texts.push(`${actor.name} changed the chat picture`);
  }
  if (description !== undefined && description !== (chat.description ?? '')) {
    await groupRepository.describe(tx, chatId, description === '' ? null : description);
    texts.push(`${actor.name} changed the group description`);
  }
  if (texts.length === 0) return;
  await addSystemMessages(tx, emit, { chatId, authorId: actor.id, texts });
  emit('chat.edited', { chatId });
}

async function addMembers(tx: Sql, emit: Emit, { chat, newcomers }: { chat: LockedChat; newcomers: UserId[] }) {
  await chatRepository.addMembers(tx, chat.id, newcomers);
  await groupRepository.forgetRemovals(tx, chat.id, newcomers);
  const names = new Map((await chatRepository.listMembers(tx, chat.id)).map((member) => [member.id, member.name]));
  const memberRev = await chatRepository.findMemberRev(tx, chat.id);
  emit('chat.membersAdded', { chatId: chat.id, userIds: newcomers, memberRev });
  const texts = newcomers.map((id) => `${chat.actor.name} added ${names.get(id)}`);
  await addSystemMessages(tx, emit, { chatId: chat.id, authorId: chat.actor.id, texts });
}

interface MemberRemoval {
  readonly chat: LockedChat;
  readonly member: MemberRow;
  /** Null for no system message. */
  readonly text: string | null;
  readonly isQuiet: boolean;
}

export async function removeMember(tx: Sql, emit: Emit, { chat, member, text, isQuiet }: MemberRemoval) {
  await chatRepository.removeMember(tx, chat.id, member.id);
  const memberRev = await chatRepository.findMemberRev(tx, chat.id);
  emit('chat.memberGone', { chatId: chat.id, userId: member.id, memberRev });
  if (chat.memberCount === 1) {
    await chatRepository.remove(tx, chat.id);
    return;
  }
  await chatRepository.rememberFormerMember(tx, chat.id, member.name);
  await passRolesOn(tx, chat, member);
  if (text === null) return;
  await addSystemMessages(tx, emit, { chatId: chat.id, authorId: chat.actor.id, texts: [text], isQuiet });
}

/** A group always has an owner. A chat of two has neither roles nor settings, also if it grows again. */
async function passRolesOn(tx: Sql, chat: LockedChat, gone: MemberRow) {
  const ownerId = chat.ownerId === gone.id ? await groupRepository.findSuccessor(tx, chat.id) : null;
  if (ownerId !== null) await groupRepository.setOwner(tx, chat.id, ownerId);
  if (!isGroup({ memberCount: chat.memberCount - 1 })) await groupRepository.removeRolesAndSettings(tx, chat.id);
}

/** Null, an empty string or the path of the generated avatar mean no avatar. */
function avatarFileOf(chatId: ChatId, avatar: string | null): string | null {
  if (avatar === null || avatar === '' || avatar === generatedAvatarPath(chatId)) return null;
  if (!avatar.startsWith(uploadPath(''))) throw notYours();
  return avatar.slice(uploadPath('').length);
}

const notYours = () => invalidInput(answerTexts.avatarNotYours, { avatar: answerTexts.avatarNotYours });
