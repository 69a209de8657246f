import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { GroupSettings } from './chats.repository.ts';

/** What only groups have. The chat must be locked. */
export const groupRepository = {
  /** The longest-standing admin, or else the longest-standing member; suspended ones last. Null for a chat without members. */
  async findSuccessor(sql: Sql, chatId: ChatId): Promise<UserId | null> {
    const [next] = await sql<{ userId: UserId }[]>`
      select user_id
      from chat_members
      join users on users.id = user_id
      where chat_id = ${chatId}
      order by suspended_at is not null, is_admin desc, joined_at, user_id
      limit 1`;
    return next?.userId ?? null;
  },

  async setOwner(sql: Sql, chatId: ChatId, userId: UserId): Promise<void> {
    await sql`update chats set owner_id = ${userId} where id = ${chatId}`;
    await groupRepository.setAdmin(sql, { chatId, userId, isAdmin: false });
  },

  async setAdmin(sql: Sql, { chatId, userId, isAdmin }: { chatId: ChatId; userId: UserId; isAdmin: boolean }) {
    await sql`update chat_members set is_admin = ${isAdmin} where chat_id = ${chatId} and user_id = ${userId}`;
  },

  async removeRolesAndSettings(sql: Sql, chatId: ChatId): Promise<void> {
    await sql`update chat_members set is_admin = false where chat_id = ${chatId} and is_admin`;
    await groupRepository.saveSettings(sql, chatId, {
      onlyAdminsSend: false,
      onlyAdminsAdd: false,
      onlyAdminsEdit: false,
    });
  },

  async saveSettings(sql: Sql, chatId: ChatId, settings: GroupSettings): Promise<void> {
    await sql`
      update chats
      set only_admins_send = ${settings.onlyAdminsSend},
          only_admins_add = ${settings.onlyAdminsAdd},
          only_admins_edit = ${settings.onlyAdminsEdit}
      where id = ${chatId}`;
  },

  /** Somebody was removed by somebody else. */
  async rememberRemoval(sql: Sql, chatId: ChatId, userId: UserId): Promise<void> {
    await sql`
      insert into chat_removals (chat_id, user_id, removed_at) values (${chatId}, ${userId}, clock_timestamp())
      on conflict (chat_id, user_id) do update set removed_at = excluded.removed_at`;
  },

  /** Somebody added them again. */
  async forgetRemovals(sql: Sql, chatId: ChatId, userIds: readonly UserId[]): Promise<void> {
    await sql`delete from chat_removals where chat_id = ${chatId} and user_id = any(${userIds}::uuid[])`;
  },

  /** Null removes it. */
  async describe(sql: Sql, chatId: ChatId, description: string | null): Promise<void> {
    await sql`update chats set description = ${description} where id = ${chatId}`;
  },
};
