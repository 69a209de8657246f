import type { CallKind, ChatId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { DeviceId } from '../../platform/ids.ts';
import type { Participant } from './participant-store.ts';

export interface CallRow {
  readonly chatId: ChatId;
  readonly startedBy: UserId;
  readonly kind: CallKind;
  /** Null when nobody answered. */
  readonly talkedMs: number | null;
  /** Null for a call that an earlier release started. */
  readonly systemMessageSeq: number | null;
}

interface StartedCall {
  readonly startedBy: UserId;
  /** To the microsecond, as the database formats it: it distinguishes the calls of a chat. */
  readonly startedAt: string;
  /** Nobody but the person who started it has joined before it is answered. */
  readonly isAnswered: boolean;
}

interface EndedCall {
  readonly ringMs?: number | undefined;
  readonly startedAt?: string | undefined;
}

interface AnsweredCall {
  readonly memberCount: number;
  /** Null for a call that an earlier release started. */
  readonly systemMessageSeq: number | null;
}

interface DepartedDevice {
  readonly deviceId: DeviceId;
  /** The call has ended; otherwise the person is no longer a member. */
  readonly isOver: boolean;
}

interface Member {
  readonly id: UserId;
  readonly name: string;
  readonly sharesPresence: boolean;
  readonly isFriend: boolean;
}

/** While it rings, the caller may not have joined yet. */
const ringingLease = (sql: Sql) => sql`now() + interval '45 seconds'`;
/** Renewed every ten seconds: the calls of a dead node end after 40 s at the latest. */
const lease = (sql: Sql) => sql`now() + interval '30 seconds'`;

/** Its lease has expired, or nobody answered. */
const isOverdue = (sql: Sql, ringMs: number) => sql`
  (lease_until < now() or (answered_at is null and started_at < now() - ${ringMs}::float8 * interval '1 millisecond'))`;

const isNotDirect = (sql: Sql, chatId: ChatId) =>
  sql`(select count(*) from chat_members where chat_id = ${chatId}) <> 2`;

const isWithFriend = (sql: Sql, chatId: ChatId, userId: UserId) => sql`exists (
  select from chat_members
  join friendships
    on lower_id = least(user_id, ${userId}::uuid) and higher_id = greatest(user_id, ${userId}::uuid) and accepted_at is not null
  where chat_id = ${chatId} and user_id <> ${userId}
)`;

export const callRepository = {
  /** Before an account is deleted: calls that it started go on for the others. */
  async handOver(sql: Sql, userId: UserId): Promise<void> {
    await sql`
      update calls
      set started_by = (
        select user_id from chat_members
        where chat_members.chat_id = calls.chat_id and user_id <> ${userId}
        order by joined_at, user_id
        limit 1
      )
      where started_by = ${userId}`;
  },

  /** A call does not ring for those who have blocked the person who started it. */
  async listBlockersOf(sql: Sql, userId: UserId): Promise<UserId[]> {
    const rows = await sql<{ blockerId: UserId }[]>`
      select blocker_id from user_blocks where blocked_id = ${userId}`;
    return rows.map((row) => row.blockerId);
  },

  /** All members of the chat as one of them sees them; none for outsiders. Locks the chat for this transaction. */
  async lockMembers(sql: Sql, chatId: ChatId, userId: UserId): Promise<Member[]> {
    await sql`select from chats where id = ${chatId} for update`;
    return sql<Member[]>`
      select
        users.id,
        users.name,
        shares_presence,
        exists (
          select from friendships
          where lower_id = least(users.id, ${userId}::uuid)
            and higher_id = greatest(users.id, ${userId}::uuid)
            and accepted_at is not null
        ) as is_friend
      from chat_members
      join users on users.id = user_id
      where chat_id = ${chatId}
        and exists (select from chat_members where chat_id = ${chatId} and user_id = ${userId})
      order by joined_at, user_id`;
  },

  async isOngoing(sql: Sql, chatId: ChatId): Promise<boolean> {
    const rows = await sql`select from calls where chat_id = ${chatId} and lease_until > now()`;
    return rows.length > 0;
  },

  /** Replaces a call whose lease has expired. The chat must be locked, and its newest message be about this call. */
  async begin(sql: Sql, chatId: ChatId, userId: UserId, kind: CallKind = 'voice'): Promise<void> {
    await sql`
      insert into calls (chat_id, started_by, kind, lease_until, notice_seq)
      select id, ${userId}, ${kind}, ${ringingLease(sql)}, last_seq from chats where id = ${chatId}
      on conflict (chat_id) do update
      set started_by = excluded.started_by,
          kind = excluded.kind,
          started_at = now(),
          answered_at = null,
          lease_until = excluded.lease_until,
          notice_seq = excluded.notice_seq`;
  },

  /** False when there is no call, or it is one of video already. */
  async makeVideo(sql: Sql, chatId: ChatId): Promise<boolean> {
    const rows = await sql`update calls set kind = 'video' where chat_id = ${chatId} and kind = 'voice' returning kind`;
    return rows.length > 0;
  },

  /** Answers the chat's call. Null when there is none, for outsiders, and for two people who are no longer friends. */
  async answer(sql: Sql, chatId: ChatId, userId: UserId): Promise<AnsweredCall | null> {
    const [call] = await sql<AnsweredCall[]>`
      update calls
      set answered_at = coalesce(answered_at, case when started_by <> ${userId} then now() end), lease_until = ${lease(sql)}
      where chat_id = ${chatId}
        and lease_until > now()
        and exists (select from chat_members where chat_id = ${chatId} and user_id = ${userId})
        and (${isNotDirect(sql, chatId)} or ${isWithFriend(sql, chatId, userId)})
      returning
        (select count(*)::int from chat_members where chat_id = ${chatId}) as member_count,
        notice_seq::float8 as system_message_seq`;
    return call ?? null;
  },

  /** Returns the calls that still exist, and whether each has more than two members. */
  async renew(sql: Sql, chatIds: readonly ChatId[]): Promise<Map<ChatId, boolean>> {
    if (chatIds.length === 0) return new Map();
    const rows = await sql<{ chatId: ChatId; isGroup: boolean }[]>`
      update calls
      set lease_until = ${lease(sql)}
      where chat_id = any(${chatIds}::uuid[])
      returning
        chat_id,
        (select count(*) from chat_members where chat_members.chat_id = calls.chat_id) > 2 as is_group`;
    return new Map(rows.map((row) => [row.chatId, row.isGroup]));
  },

  /** Null when there is no call or another node has ended it. With `ringMs` it ends only an overdue call. */
  async end(sql: Sql, chatId: ChatId, { ringMs, startedAt }: EndedCall = {}): Promise<CallRow | null> {
    const [call] = await sql<CallRow[]>`
      delete from calls
      where chat_id = ${chatId}
        ${ringMs === undefined ? sql`` : sql`and ${isOverdue(sql, ringMs)}`}
        ${startedAt === undefined ? sql`` : sql`and started_at = ${startedAt}::timestamptz`}
      returning
        chat_id,
        started_by,
        kind,
        (extract(epoch from now() - answered_at) * 1000)::float8 as talked_ms,
        notice_seq::float8 as system_message_seq`;
    return call ?? null;
  },

  /** The call of a chat of exactly these two. */
  async findBetween(sql: Sql, userIds: readonly UserId[]): Promise<ChatId | null> {
    const [call] = await sql<{ chatId: ChatId }[]>`
      select chat_id
      from calls
      where (select array_agg(user_id order by user_id) from chat_members where chat_members.chat_id = calls.chat_id)
        = (select array_agg(id order by id) from unnest(${userIds}::uuid[]) as id)`;
    return call?.chatId ?? null;
  },

  async find(sql: Sql, chatId: ChatId): Promise<StartedCall | null> {
    const [call] = await sql<StartedCall[]>`
      select started_by, started_at::text as started_at, answered_at is not null as is_answered
      from calls
      where chat_id = ${chatId}`;
    return call ?? null;
  },

  /** Those of the participants whose call has ended, or who are no longer members of its chat. */
  async listDeparted(sql: Sql, participants: readonly Participant[]): Promise<DepartedDevice[]> {
    return sql<DepartedDevice[]>`
      select device_id, calls.chat_id is null as is_over
      from unnest(
        ${participants.map(({ chatId }) => chatId)}::uuid[],
        ${participants.map(({ userId }) => userId)}::uuid[],
        ${participants.map(({ deviceId }) => deviceId)}::text[]
      ) as given (chat_id, user_id, device_id)
      left join calls on calls.chat_id = given.chat_id
      left join chat_members on chat_members.chat_id = given.chat_id and chat_members.user_id = given.user_id
      where calls.chat_id is null or chat_members.user_id is null`;
  },

  async listOverdue(sql: Sql, ringMs: number): Promise<ChatId[]> {
    const rows = await sql<{ chatId: ChatId }[]>`select chat_id from calls where ${isOverdue(sql, ringMs)}`;
    return rows.map((row) => row.chatId);
  },
};
