import type { CallKind, ChatId, MessageId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { ChatHead } from '../../realtime/chat-heads.ts';
import { isArchived } from './pinned-chats.repository.ts';

export interface ChatRow {
  readonly id: ChatId;
  readonly name: string | null;
  readonly avatarFile: string | null;
  readonly ownerId: UserId;
  readonly formerMemberName: string | null;
  readonly createdAt: Date;
  /** The kind of its call. */
  readonly calling: CallKind | null;
  /** One of its two members has blocked the other. */
  readonly isBlocked: boolean;
  /** By the viewer. */
  readonly isMuted: boolean;
  readonly description: string | null;
  readonly onlyAdminsSend: boolean;
  readonly onlyAdminsAdd: boolean;
  readonly onlyAdminsEdit: boolean;
}

export type GroupSettings = Pick<ChatRow, 'onlyAdminsSend' | 'onlyAdminsAdd' | 'onlyAdminsEdit'>;

export interface MemberRow {
  readonly id: UserId;
  readonly name: string;
  readonly avatarFile: string | null;
  /** The owner of the group has made them an admin. */
  readonly isAdmin: boolean;
  readonly isSuspended: boolean;
}

interface NewSystemMessages {
  readonly chatId: ChatId;
  readonly authorId: UserId | null;
  readonly ids: readonly MessageId[];
  readonly texts: readonly string[];
  readonly isQuiet: boolean;
}

/** A person's membership in a chat. */
export interface Membership extends ChatHead {
  /** The member sees only messages above it. */
  readonly joinedSeq: number;
  readonly memberRev: number;
}

const chatColumns = (sql: Sql) => sql`
  chats.id, chats.name, avatar_file, owner_id, former_member_name, created_at, is_blocked, is_muted,
  description, only_admins_send, only_admins_add, only_admins_edit,
  (select kind from calls where calls.chat_id = chats.id and lease_until > now()) as calling`;

export const chatRepository = {
  /** Null for outsiders: to them the chat does not exist. */
  async findFor(sql: Sql, chatId: ChatId, userId: UserId): Promise<ChatRow | null> {
    const [chat] = await sql<ChatRow[]>`
      select ${chatColumns(sql)}
      from chats
      join chat_members on chat_id = chats.id and user_id = ${userId}
      where chats.id = ${chatId}`;
    return chat ?? null;
  },

  /** Like `findFor`, and locks the chat and its members until the transaction ends. */
  async lockFor(sql: Sql, chatId: ChatId, userId: UserId): Promise<ChatRow | null> {
    const locked = await sql`select from chats where id = ${chatId} for update`;
    return locked.length === 0 ? null : chatRepository.findFor(sql, chatId, userId);
  },

  /** The newest chat of exactly these two; a visible one before a hidden one. */
  async findDirect(sql: Sql, userId: UserId, otherId: UserId): Promise<{ id: ChatId; isHidden: boolean } | null> {
    const [chat] = await sql<{ id: ChatId; isHidden: boolean }[]>`
      select chats.id, coalesce(mine.hidden_seq >= chats.last_seq, false) as is_hidden
      from chat_members mine
      join chat_members theirs on theirs.chat_id = mine.chat_id and theirs.user_id = ${otherId}
      join chats on chats.id = mine.chat_id
      where mine.user_id = ${userId}
        and (select count(*) from (select from chat_members where chat_id = mine.chat_id limit 3) as few) = 2
      order by is_hidden, chats.last_activity_at desc, chats.id desc
      limit 1`;
    return chat ?? null;
  },

  async add(sql: Sql, { id, ownerId }: { id: ChatId; ownerId: UserId }): Promise<void> {
    await sql`insert into chats (id, owner_id) values (${id}, ${ownerId})`;
  },

  /** New members see messages from now on; existing members stay unchanged. Returns who is new. */
  async addMembers(sql: Sql, chatId: ChatId, userIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await sql<{ userId: UserId }[]>`
      insert into chat_members (chat_id, user_id, joined_seq, read_seq)
      select ${chatId}, new.user_id, chats.last_seq, chats.last_seq
      from unnest(${userIds}::uuid[]) as new (user_id), chats
      where chats.id = ${chatId}
      on conflict do nothing
      returning user_id`;
    return rows.map((row) => row.userId);
  },

  /** In the order in which transactions lock them. */
  async listIdsOf(sql: Sql, userId: UserId): Promise<ChatId[]> {
    const rows = await sql<{ chatId: ChatId }[]>`
      select chat_id from chat_members where user_id = ${userId} order by chat_id`;
    return rows.map((row) => row.chatId);
  },

  /** Counts the changes of its members; they are counted by triggers. */
  async findMemberRev(sql: Sql, chatId: ChatId): Promise<number> {
    const [chat] = await sql<{ memberRev: number }[]>`
      select member_rev::float8 as member_rev from chats where id = ${chatId}`;
    return chat?.memberRev ?? 0;
  },

  async removeMember(sql: Sql, chatId: ChatId, userId: UserId): Promise<boolean> {
    const gone = await sql`
      delete from chat_members where chat_id = ${chatId} and user_id = ${userId} returning user_id`;
    return gone.length === 1;
  },

  async rememberFormerMember(sql: Sql, chatId: ChatId, name: string): Promise<void> {
    await sql`update chats set former_member_name = ${name} where id = ${chatId}`;
  },

  async rename(sql: Sql, chatId: ChatId, name: string): Promise<void> {
    await sql`update chats set name = ${name} where id = ${chatId}`;
  },

  /** False when the file is not an image that this person uploaded. */
  async setAvatar(sql: Sql, chatId: ChatId, { fileName, uploaderId }: { fileName: string | null; uploaderId: UserId }) {
    const changed = await sql`
      update chats
      set avatar_file = ${fileName}
      where id = ${chatId}
        and (
          ${fileName}::text is null
          or exists (select from uploads where file_name = ${fileName} and owner_id = ${uploaderId} and kind = 'image')
        )
      returning id`;
    return changed.length === 1;
  },

  async remove(sql: Sql, chatId: ChatId): Promise<void> {
    await sql`delete from chats where id = ${chatId}`;
  },

  /** Removes the chat and its history from this member's list until a new message arrives. */
  async hide(sql: Sql, chatId: ChatId, userId: UserId): Promise<void> {
    // Emptied, not deleted: a request of another device that arrives late must not restore it.
    await sql`
      update chat_drafts set content = '', at = date_trunc('milliseconds', clock_timestamp())
      where user_id = ${userId} and chat_id = ${chatId}`;
    await sql`
      update chat_members
      set hidden_seq = last_seq, joined_seq = last_seq, read_seq = last_seq, pin_position = null, archived_seq = null
      from chats
      where chats.id = chat_id and chat_id = ${chatId} and user_id = ${userId}`;
  },

  async unhide(sql: Sql, chatId: ChatId, userId: UserId): Promise<void> {
    await sql`update chat_members set hidden_seq = null, joined_at = now() where chat_id = ${chatId} and user_id = ${userId}`;
  },

  /** False for outsiders. Muting and unmuting leave an archived chat in the archive, and others out of it. */
  async mute(sql: Sql, { chatId, userId, isMuted }: { chatId: ChatId; userId: UserId; isMuted: boolean }) {
    const changed = await sql`
      update chat_members
      set is_muted = ${isMuted}, archived_seq = case when ${isArchived(sql)} then last_seq end
      from chats
      where chats.id = chat_id and chat_id = ${chatId} and user_id = ${userId}
      returning user_id`;
    return changed.length === 1;
  },

  /** Longest-standing members first. */
  async listMembers(sql: Sql, chatId: ChatId): Promise<MemberRow[]> {
    return sql<MemberRow[]>`
      select users.id, users.name, users.avatar_file, is_admin, suspended_at is not null as is_suspended
      from chat_members
      join users on users.id = user_id
      where chat_id = ${chatId}
      order by joined_at, user_id`;
  },

  async listMemberIds(sql: Sql, chatId: ChatId): Promise<UserId[]> {
    const rows = await sql<{ userId: UserId }[]>`
      select user_id from chat_members where chat_id = ${chatId} order by joined_at, user_id`;
    return rows.map((row) => row.userId);
  },

  /** For each person all their chats. */
  async listMemberships(sql: Sql, userIds: readonly UserId[]): Promise<Map<UserId, Membership[]>> {
    interface Row {
      readonly userId: UserId;
      readonly chatIds: ChatId[];
      readonly lastSeqs: number[];
      readonly revs: number[];
      readonly joinedSeqs: number[];
      readonly memberRevs: number[];
    }
    const rows = await sql<Row[]>`
      select
        user_id, array_agg(chat_id) as chat_ids, array_agg(last_seq::float8) as last_seqs,
        array_agg((last_seq + change_count)::float8) as revs,
        array_agg(joined_seq::float8) as joined_seqs, array_agg(member_rev::float8) as member_revs
      from chat_members
      join chats on chats.id = chat_id
      where user_id = any(${userIds}::uuid[])
      group by user_id`;
    return new Map(
      rows.map(({ userId, chatIds, lastSeqs, revs, joinedSeqs, memberRevs }) => [
        userId,
        chatIds.map((chatId, index) => ({
          chatId,
          lastSeq: lastSeqs[index] ?? 0,
          rev: revs[index] ?? 0,
          joinedSeq: joinedSeqs[index] ?? 0,
          memberRev: memberRevs[index] ?? 0,
        })),
      ]),
    );
  },

  /**
   * Recently active chats by the database's clock: ids hold the clock of the node that created them. Scans
   * all chats, because an index would have to be updated with every message.
   */
  async listRecentlyActive(sql: Sql, recentMs: number): Promise<ChatHead[]> {
    return sql<ChatHead[]>`
      select id as chat_id, last_seq::float8 as last_seq, (last_seq + change_count)::float8 as rev
      from chats
      where greatest(last_activity_at, changed_at) > now() - ${recentMs}::float8 * interval '1 millisecond'`;
  },

  /** System messages take the next sequence numbers of the chat, like any message. */
  async addSystemMessages(sql: Sql, { chatId, authorId, ids, texts, isQuiet }: NewSystemMessages) {
    const [added] = await sql<{ memberRev: number; firstSeq: number; firstRev: number; createdAt: Date }[]>`
      with chat as (
        update chats
        set last_seq = last_seq + ${ids.length},
            last_activity_at = clock_timestamp(),
            head_seq = last_seq + ${ids.length},
            head_type = 'system',
            head_content = left(${texts.at(-1) ?? ''}, 200),
            head_author_id = ${authorId}::uuid,
            -- Not now(): once the chat is locked, so that times increase like sequence numbers.
            head_at = clock_timestamp()
        where id = ${chatId}
        returning id, last_seq - ${ids.length}::int as before, change_count, member_rev, head_at
      ),
      added as (
        insert into messages (id, chat_id, seq, rev, author_id, type, content, created_at, is_quiet)
        select
          message.id, chat.id, before + number, before + number + change_count, ${authorId}, 'system', text, head_at,
          ${isQuiet}
        from chat, unnest(${ids}::uuid[], ${texts}::text[]) with ordinality as message (id, text, number)
      )
      select
        member_rev::float8 as member_rev, (before + 1)::float8 as first_seq,
        (before + 1 + change_count)::float8 as first_rev, head_at as created_at
      from chat`;
    if (!added) throw new Error('The chat does not exist');
    return added;
  },
};
