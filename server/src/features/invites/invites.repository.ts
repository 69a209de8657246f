import { type ChatId, type InviteId, inviteLimits, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** An invitation with what decides whether it can be used. */
export interface InviteRow {
  readonly id: InviteId;
  readonly creatorId: UserId;
  readonly creatorName: string;
  readonly creatorAvatarFile: string | null;
  readonly isCreatorSuspended: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly isExpired: boolean;
  readonly maxUses: number | null;
  /** Without reservations that have lapsed. */
  readonly uses: number;
  /** Null for an invitation to become friends. */
  readonly chat: InvitedChat | null;
}

interface InvitedChat {
  readonly id: ChatId;
  readonly name: string | null;
  readonly avatarFile: string | null;
  readonly ownerId: UserId;
  readonly memberCount: number;
  /** Of the creator; null if they are no member. */
  readonly isAdmin: boolean | null;
}

interface NewInvite {
  readonly id: InviteId;
  readonly tokenHash: Buffer;
  readonly creatorId: UserId;
  readonly chatId: ChatId | null;
  readonly expiresAt: string | null;
  readonly maxUses: number | null;
  /** These are null without a client id. */
  readonly clientIdHash: Buffer | null;
  readonly tokenSalt: Buffer | null;
}

interface Use {
  readonly inviteId: InviteId;
  readonly userId: UserId;
}

/** A reservation whose account was not verified within the time, or was deleted. A verified account has spent its use. */
const isLapsed = (sql: Sql) => sql`
  accepted_at is null
  and used_at < now() - ${inviteLimits.reservationMs}::float8 * interval '1 millisecond'
  and not exists (select from users as account where account.id = invite_uses.user_id and account.verified_at is not null)`;

/** What could not be used any more for a week is of no interest to its creator. */
const isOutdated = (sql: Sql) => sql`
  (
    expires_at < now() - interval '7 days'
    or (
      uses >= max_uses
      and not exists (select from invite_uses where invite_id = invites.id and used_at > now() - interval '7 days')
    )
  )`;

const columns = (sql: Sql) => sql`
  invites.id, creator_id, users.name as creator_name, users.avatar_file as creator_avatar_file,
  suspended_at is not null as is_creator_suspended, invites.created_at,
  expires_at, coalesce(expires_at <= now(), false) as is_expired, max_uses,
  uses - (select count(*)::int from invite_uses where invite_id = invites.id and ${isLapsed(sql)}) as uses,
  (
    select json_build_object(
      'id', chats.id, 'name', chats.name, 'avatarFile', chats.avatar_file, 'ownerId', chats.owner_id,
      'memberCount', cardinality(member_ids), 'isAdmin', (select is_admin from chat_members where chat_members.chat_id = chats.id and user_id = creator_id)
    )
    from chats
    where chats.id = chat_id
  ) as chat`;

export const inviteRepository = {
  async find(sql: Sql, tokenHash: Buffer): Promise<InviteRow | null> {
    const [invite] = await sql<InviteRow[]>`
      select ${columns(sql)} from invites join users on users.id = creator_id where token_hash = ${tokenHash}`;
    return invite ?? null;
  },

  /** Like `find`, and locks the invitation until the transaction ends. */
  findLocked: (sql: Sql, tokenHash: Buffer) => findLockedWhere(sql, sql`token_hash = ${tokenHash}`),
  findLockedById: (sql: Sql, id: InviteId) => findLockedWhere(sql, sql`invites.id = ${id}`),

  async list(sql: Sql, creatorId: UserId): Promise<InviteRow[]> {
    return sql<InviteRow[]>`
      select ${columns(sql)}
      from invites
      join users on users.id = creator_id
      where creator_id = ${creatorId}
      order by invites.created_at desc, invites.id desc
      limit 200`;
  },

  /** Of everybody, the newest first, from before this one. */
  async listAll(sql: Sql, { beforeId, limit }: { beforeId: string | null; limit: number }): Promise<InviteRow[]> {
    return sql<InviteRow[]>`
      select ${columns(sql)}
      from invites
      join users on users.id = creator_id
      ${beforeId === null ? sql`` : sql`where invites.id < ${beforeId}`}
      order by invites.id desc
      limit ${limit}`;
  },

  /** Whether the person was removed from the group since somebody created this invitation to it. */
  async isOlderThanRemoval(sql: Sql, { inviteId, userId }: Use): Promise<boolean> {
    const rows = await sql`
      select
      from invites
      join chat_removals on chat_removals.chat_id = invites.chat_id
      where invites.id = ${inviteId} and user_id = ${userId} and removed_at >= invites.created_at`;
    return rows.length > 0;
  },

  async countActive(sql: Sql, creatorId: UserId): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count
      from invites
      where creator_id = ${creatorId}
        and (expires_at is null or expires_at > now())
        and (max_uses is null or uses < max_uses)`;
    return row?.count ?? 0;
  },

  /** What the creator has asked for before with this client id. */
  async findSalt(sql: Sql, creatorId: UserId, clientIdHash: Buffer): Promise<Buffer | null> {
    const [invite] = await sql<{ tokenSalt: Buffer }[]>`
      select token_salt from invites where creator_id = ${creatorId} and client_id_hash = ${clientIdHash}`;
    return invite?.tokenSalt ?? null;
  },

  /** False when it would expire in the past. */
  async add(sql: Sql, invite: NewInvite): Promise<boolean> {
    const added = await sql`
      insert into invites (id, token_hash, creator_id, chat_id, expires_at, max_uses, client_id_hash, token_salt)
      select
        ${invite.id}::uuid, ${invite.tokenHash}::bytea, ${invite.creatorId}::uuid, ${invite.chatId}::uuid,
        ${invite.expiresAt}::timestamptz, ${invite.maxUses}::int, ${invite.clientIdHash}::bytea, ${invite.tokenSalt}::bytea
      where ${invite.expiresAt}::timestamptz is null or ${invite.expiresAt}::timestamptz > now()
      returning id`;
    return added.length === 1;
  },

  /** False when it is not theirs. */
  async remove(sql: Sql, id: InviteId, creatorId: UserId): Promise<boolean> {
    const gone = await sql`delete from invites where id = ${id} and creator_id = ${creatorId} returning id`;
    return gone.length === 1;
  },

  /** Without regard to its creator. Null when it does not exist. */
  async removeOfAnybody(sql: Sql, id: InviteId): Promise<{ creatorId: UserId; isToChat: boolean } | null> {
    const [gone] = await sql<{ creatorId: UserId; isToChat: boolean }[]>`
      delete from invites where id = ${id} returning creator_id, chat_id is not null as is_to_chat`;
    return gone ?? null;
  },

  /** The use of this person, if there is one. */
  async findUse(sql: Sql, { inviteId, userId }: Use): Promise<{ isAccepted: boolean } | null> {
    const [use] = await sql<{ isAccepted: boolean }[]>`
      select accepted_at is not null as is_accepted
      from invite_uses
      where invite_id = ${inviteId} and user_id = ${userId}`;
    return use ?? null;
  },

  /** Counts a use of a locked invitation. False when none is left. */
  async addUse(sql: Sql, { inviteId, userId, isAccepted }: Use & { isAccepted: boolean }): Promise<boolean> {
    await inviteRepository.releaseLapsed(sql, [inviteId]);
    const added = await sql`
      with counted as (
        update invites set uses = uses + 1
        where id = ${inviteId} and (max_uses is null or uses < max_uses)
        returning id
      )
      insert into invite_uses (invite_id, user_id, accepted_at)
      select id, ${userId}::uuid, ${isAccepted ? sql`now()` : sql`null::timestamptz`} from counted
      returning invite_id`;
    return added.length === 1;
  },

  /** What this person reserved. */
  async acceptUse(sql: Sql, { inviteId, userId }: Use): Promise<void> {
    await sql`update invite_uses set accepted_at = now() where invite_id = ${inviteId} and user_id = ${userId}`;
  },

  /** Frees the lapsed uses of locked invitations. */
  async releaseLapsed(sql: Sql, ids: readonly InviteId[]): Promise<void> {
    await sql`
      with gone as (
        delete from invite_uses
        where ${isLapsed(sql)} and invite_id = any(${ids}::uuid[])
        returning invite_id
      )
      update invites set uses = uses - lapsed
      from (select invite_id, count(*)::int as lapsed from gone group by invite_id) as counted
      where invites.id = invite_id`;
  },

  /** Like `releaseLapsed`, of all invitations. They are locked before their uses, like everywhere. */
  async releaseAllLapsed(tx: Sql): Promise<void> {
    const lapsed = await tx<{ id: InviteId }[]>`
      select id from invites
      where id in (select invite_id from invite_uses where ${isLapsed(tx)})
      order by id
      for update`;
    const ids = lapsed.map(({ id }) => id);
    await inviteRepository.releaseLapsed(tx, ids);
  },

  async removeOutdated(tx: Sql): Promise<void> {
    const outdated = await tx<{ id: InviteId }[]>`
      select id from invites where ${isOutdated(tx)} order by id for update`;
    const ids = outdated.map(({ id }) => id);
    await tx`delete from invites where id = any(${ids}::uuid[]) and ${isOutdated(tx)}`;
  },
};

/** The creator first, like a deletion of accounts. */
async function findLockedWhere(sql: Sql, condition: ReturnType<Sql>): Promise<InviteRow | null> {
  await sql`
    select from users
    where id = (select creator_id from invites where ${condition})
    for key share`;
  const [invite] = await sql<InviteRow[]>`
    select ${columns(sql)}
    from invites
    join users on users.id = creator_id
    where ${condition}
    for update of invites`;
  return invite ?? null;
}
