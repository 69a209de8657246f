import type { FriendRequestId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { containsPattern, prefixPattern } from '../../platform/db/like-pattern.ts';

export interface PartyRow {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly avatarFile: string | null;
}

export interface FriendRequestRow {
  readonly id: FriendRequestId;
  readonly createdAt: Date;
  readonly isAccepted: boolean;
  readonly requester: PartyRow;
  readonly recipient: PartyRow;
}

/** Null between strangers. */
type Status = 'pending' | 'friend' | null;

export interface PersonRow extends PartyRow {
  readonly status: Status;
}

const maxRows = 500;

const requestColumns = (sql: Sql) => sql`
  friendships.id, friendships.created_at, accepted_at is not null as is_accepted,
  json_build_object('id', requester.id, 'name', requester.name, 'email', requester.email, 'avatarFile', requester.avatar_file)
    as requester,
  json_build_object('id', recipient.id, 'name', recipient.name, 'email', recipient.email, 'avatarFile', recipient.avatar_file)
    as recipient`;

const withParties = (sql: Sql) => sql`
  friendships
  join users requester on requester.id = requester_id
  join users recipient on recipient.id = recipient_id`;

/** Whether there is no block between this person and the one in the column, in either direction. */
const isUnblocked = (sql: Sql, userId: UserId, column: ReturnType<Sql>) => sql`not exists (
  select from user_blocks
  where (blocker_id = ${userId} and blocked_id = ${column}) or (blocker_id = ${column} and blocked_id = ${userId})
)`;

export const friendshipRepository = {
  /** Serializes what two people decide about each other at the same moment. */
  async lockPair(sql: Sql, userId: UserId, otherId: UserId): Promise<void> {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(least(${userId}, ${otherId}) || greatest(${userId}, ${otherId}), 0))`;
  },

  /** Adds a request or, if the other person had asked first, accepts theirs. Null when nothing changes. */
  async addRequest(
    sql: Sql,
    { id, requesterId, recipientId }: { id: FriendRequestId; requesterId: UserId; recipientId: UserId },
  ) {
    const [row] = await sql<{ id: FriendRequestId; isAccepted: boolean }[]>`
      insert into friendships (id, requester_id, recipient_id)
      values (${id}, ${requesterId}, ${recipientId})
      on conflict (lower_id, higher_id) do update
      set accepted_at = now()
      where friendships.accepted_at is null and friendships.requester_id = excluded.recipient_id
      returning id, accepted_at is not null as is_accepted`;
    return row ?? null;
  },

  /** Accepts what is pending between the two, or adds an accepted request. Null when they are friends already. */
  async befriend(
    sql: Sql,
    { id, requesterId, recipientId }: { id: FriendRequestId; requesterId: UserId; recipientId: UserId },
  ): Promise<FriendRequestId | null> {
    const [row] = await sql<{ id: FriendRequestId }[]>`
      insert into friendships (id, requester_id, recipient_id, accepted_at)
      values (${id}, ${requesterId}, ${recipientId}, now())
      on conflict (lower_id, higher_id) do update
      set accepted_at = now()
      where friendships.accepted_at is null
      returning id`;
    return row?.id ?? null;
  },

  async areFriends(sql: Sql, userId: UserId, otherId: UserId): Promise<boolean> {
    const rows = await sql`
      select from friendships
      where lower_id = least(${userId}::uuid, ${otherId}::uuid)
        and higher_id = greatest(${userId}::uuid, ${otherId}::uuid)
        and accepted_at is not null`;
    return rows.length > 0;
  },

  async friendsSince(sql: Sql, userId: UserId, otherId: UserId): Promise<Date | null> {
    const [friendship] = await sql<{ acceptedAt: Date | null }[]>`
      select accepted_at
      from friendships
      where lower_id = least(${userId}::uuid, ${otherId}::uuid) and higher_id = greatest(${userId}::uuid, ${otherId}::uuid)`;
    return friendship?.acceptedAt ?? null;
  },

  async findStatus(sql: Sql, userId: UserId, otherId: UserId): Promise<Status> {
    const [row] = await sql<{ status: Status }[]>`
      select ${statusFor(sql)} as status
      from friendships
      where lower_id = least(${userId}::uuid, ${otherId}::uuid) and higher_id = greatest(${userId}::uuid, ${otherId}::uuid)`;
    return row?.status ?? null;
  },

  /** Everybody who has a friendship or a pending request with this person. */
  async listRelatedUsers(sql: Sql, userId: UserId): Promise<UserId[]> {
    const rows = await sql<{ id: UserId }[]>`
      select recipient_id as id from friendships where requester_id = ${userId}
      union
      select requester_id from friendships where recipient_id = ${userId}`;
    return rows.map((row) => row.id);
  },

  /** Those of `otherIds` who are friends of `userId`. */
  async friendsAmong(sql: Sql, userId: UserId, otherIds: readonly UserId[]): Promise<UserId[]> {
    const rows = await sql<{ id: UserId }[]>`
      select case when requester_id = ${userId} then recipient_id else requester_id end as id
      from friendships
      where accepted_at is not null
        and (
          (requester_id = ${userId} and recipient_id = any(${otherIds}))
          or (recipient_id = ${userId} and requester_id = any(${otherIds}))
        )`;
    return rows.map((row) => row.id);
  },

  /** Only the recipient can accept, and only once. Returns both people. */
  async accept(sql: Sql, requestId: FriendRequestId, recipientId: UserId): Promise<UserId[] | null> {
    const [accepted] = await sql<{ requesterId: UserId }[]>`
      update friendships
      set accepted_at = now()
      where id = ${requestId} and recipient_id = ${recipientId} and accepted_at is null
      returning requester_id`;
    return accepted ? [accepted.requesterId, recipientId] : null;
  },

  /** Deletes a pending request, rejected by its recipient or cancelled by its sender. Null when it is not theirs. */
  async withdraw(
    sql: Sql,
    requestId: FriendRequestId,
    by: { recipientId: UserId } | { requesterId: UserId },
  ): Promise<UserId[] | null> {
    const [gone] = await sql<{ requesterId: UserId; recipientId: UserId }[]>`
      delete from friendships
      where id = ${requestId}
        and accepted_at is null
        and ${'recipientId' in by ? sql`recipient_id = ${by.recipientId}` : sql`requester_id = ${by.requesterId}`}
      returning requester_id, recipient_id`;
    return gone ? [gone.requesterId, gone.recipientId] : null;
  },

  /** Ends the friendship of the two, or deletes their pending request. */
  async removePair(sql: Sql, userId: UserId, otherId: UserId): Promise<{ wasAccepted: boolean } | null> {
    const [gone] = await sql<{ wasAccepted: boolean }[]>`
      delete from friendships
      where lower_id = least(${userId}::uuid, ${otherId}::uuid) and higher_id = greatest(${userId}::uuid, ${otherId}::uuid)
      returning accepted_at is not null as was_accepted`;
    return gone ?? null;
  },

  /** All of them, for an export. */
  async listAllFriends(sql: Sql, userId: UserId): Promise<{ name: string; email: string; friendsSince: Date }[]> {
    return sql<{ name: string; email: string; friendsSince: Date }[]>`
      select name, email, accepted_at as friends_since
      from friendships
      join users on users.id = case when requester_id = ${userId} then recipient_id else requester_id end
      where (requester_id = ${userId} or recipient_id = ${userId}) and accepted_at is not null
      order by accepted_at`;
  },

  /** All friends, and everybody with whom there is a pending request. */
  async listPairs(sql: Sql, userId: UserId): Promise<{ otherId: UserId; isAccepted: boolean }[]> {
    return sql<{ otherId: UserId; isAccepted: boolean }[]>`
      select
        case when requester_id = ${userId} then recipient_id else requester_id end as other_id,
        accepted_at is not null as is_accepted
      from friendships
      where requester_id = ${userId} or recipient_id = ${userId}`;
  },

  async removeFriendship(sql: Sql, userId: UserId, friendId: UserId): Promise<boolean> {
    const gone = await sql`
      delete from friendships
      where lower_id = least(${userId}::uuid, ${friendId}::uuid)
        and higher_id = greatest(${userId}::uuid, ${friendId}::uuid)
        and accepted_at is not null
      returning id`;
    return gone.length === 1;
  },

  async findRequest(sql: Sql, requestId: FriendRequestId): Promise<FriendRequestRow | null> {
    const [row] = await sql<FriendRequestRow[]>`
      select ${requestColumns(sql)} from ${withParties(sql)} where friendships.id = ${requestId}`;
    return row ?? null;
  },

  /** Searches by name only: the address is masked, and searching for parts of it would reveal it. */
  async listReceived(sql: Sql, userId: UserId, search = ''): Promise<FriendRequestRow[]> {
    return sql<FriendRequestRow[]>`
      select ${requestColumns(sql)}
      from ${withParties(sql)}
      where recipient_id = ${userId}
        and accepted_at is null
        and requester.name ilike ${containsPattern(search)}
      order by friendships.created_at desc, friendships.id desc
      limit ${maxRows}`;
  },

  async listSent(sql: Sql, userId: UserId, search = ''): Promise<FriendRequestRow[]> {
    return sql<FriendRequestRow[]>`
      select ${requestColumns(sql)}
      from ${withParties(sql)}
      where requester_id = ${userId}
        and accepted_at is null
        and recipient.name ilike ${containsPattern(search)}
      order by friendships.created_at desc, friendships.id desc
      limit ${maxRows}`;
  },

  async listFriends(sql: Sql, userId: UserId, search = ''): Promise<PersonRow[]> {
    return sql<PersonRow[]>`
      select users.id, name, email, avatar_file, 'friend' as status
      from friendships
      join users on users.id = case when requester_id = ${userId} then recipient_id else requester_id end
      where accepted_at is not null
        and (requester_id = ${userId} or recipient_id = ${userId})
        and (name ilike ${containsPattern(search)} or email ilike ${containsPattern(search)})
      order by lower(name), users.id
      limit 2000`;
  },

  async findByEmail(sql: Sql, userId: UserId, email: string): Promise<PersonRow[]> {
    return sql<PersonRow[]>`
      select users.id, name, email, avatar_file, ${statusFor(sql)} as status
      from users
      left join friendships on ${pairWith(sql, userId)}
      where email = ${email}
        and users.id <> ${userId}
        and verified_at is not null
        and ${isUnblocked(sql, userId, sql`users.id`)}`;
  },

  /** Without those who are found by address only. Matches any part of the name; names that start with it come first. */
  async searchByName(
    sql: Sql,
    userId: UserId,
    { search, limit }: { search: string; limit: number },
  ): Promise<PersonRow[]> {
    return sql<PersonRow[]>`
      select users.id, name, email, avatar_file, ${statusFor(sql)} as status
      from users
      left join friendships on ${pairWith(sql, userId)}
      where name ilike ${containsPattern(search)}
        and users.id <> ${userId}
        and verified_at is not null
        and is_findable
        and ${isUnblocked(sql, userId, sql`users.id`)}
      order by name ilike ${prefixPattern(search)} desc, lower(name), users.id
      limit ${limit}`;
  },
};

const pairWith = (sql: Sql, userId: UserId) => sql`
  lower_id = least(users.id, ${userId}::uuid) and higher_id = greatest(users.id, ${userId}::uuid)`;

const statusFor = (sql: Sql) => sql`
  case when friendships.id is null then null when accepted_at is null then 'pending' else 'friend' end`;
