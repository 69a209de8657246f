import type { Privacy, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { isAdministrator } from './administrators.repository.ts';

export interface UserRow extends Privacy {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly googleSub: string | null;
  readonly avatarFile: string | null;
  readonly isVerified: boolean;
  readonly hasSecondFactor: boolean;
  readonly isSuspended: boolean;
  readonly isAdmin: boolean;
}

/** What everybody may see of a person. */
export type PersonRow = Pick<UserRow, 'id' | 'name' | 'avatarFile'>;

interface NewUser {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string | null;
  readonly googleSub: string | null;
  readonly isVerified: boolean;
}

type PrivacyChange = { readonly [Name in keyof Privacy]?: boolean | undefined };

const columns = (sql: Sql) =>
  sql`
    id, email, name, password_hash, google_sub, avatar_file, verified_at is not null as is_verified,
    sends_receipts, shares_presence, is_findable, mentions_break_mute,
    exists (select from second_factors where user_id = users.id and confirmed_at is not null) as has_second_factor,
    suspended_at is not null as is_suspended, ${isAdministrator(sql)} as is_admin`;

/** The former address of somebody else who can still restore it. */
const isReserved = (sql: Sql, email: string, userId: UserId) => sql`exists (
  select from email_changes
  where old_email = ${email} and confirmed_at is not null and undo_until > now() and user_id <> ${userId}
)`;

export const userRepository = {
  async find(sql: Sql, id: UserId): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`select ${columns(sql)} from users where id = ${id}`;
    return user ?? null;
  },

  /** Like `find`, and locks the row until the transaction ends. */
  async findLocked(sql: Sql, id: UserId): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`select ${columns(sql)} from users where id = ${id} for no key update`;
    return user ?? null;
  },

  async findByEmail(sql: Sql, email: string): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`select ${columns(sql)} from users where email = ${email}`;
    return user ?? null;
  },

  async findByGoogleSub(sql: Sql, googleSub: string): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`select ${columns(sql)} from users where google_sub = ${googleSub}`;
    return user ?? null;
  },

  /** Null when the address or the Google account is taken. Of two concurrent calls exactly one wins. */
  async add(sql: Sql, user: NewUser): Promise<UserRow | null> {
    const [added] = await sql<UserRow[]>`
      insert into users (id, email, name, password_hash, google_sub, verified_at)
      select
        ${user.id}::uuid, ${user.email}, ${user.name}, ${user.passwordHash}, ${user.googleSub},
        ${user.isVerified ? sql`now()` : sql`null`}
      where not ${isReserved(sql, user.email, user.id)}
      on conflict do nothing
      returning ${columns(sql)}`;
    return added ?? null;
  },

  /** The current hash, locked until the transaction ends: an earlier check may be outdated. */
  async lockPasswordHash(sql: Sql, id: UserId): Promise<string | null> {
    const [user] = await sql<{ passwordHash: string | null }[]>`
      select password_hash from users where id = ${id} for no key update`;
    return user?.passwordHash ?? null;
  },

  async markVerified(sql: Sql, id: UserId): Promise<void> {
    await sql`update users set verified_at = coalesce(verified_at, now()) where id = ${id}`;
  },

  /** Whether this person can have the address. */
  async isEmailFree(sql: Sql, email: string, userId: UserId): Promise<boolean> {
    const [row] = await sql<{ isTaken: boolean }[]>`
      select exists (select from users where email = ${email} and id <> ${userId}) or ${isReserved(sql, email, userId)} as is_taken`;
    return row?.isTaken === false;
  },

  /** A taken address violates the table's unique constraint. */
  async setEmail(sql: Sql, id: UserId, email: string): Promise<void> {
    await sql`update users set email = ${email} where id = ${id}`;
  },

  /** As they were before somebody else took the account over, with another password. */
  async restore(sql: Sql, id: UserId, restored: Pick<NewUser, 'email' | 'googleSub' | 'passwordHash'>): Promise<void> {
    const { email, googleSub, passwordHash } = restored;
    await sql`
      update users set email = ${email}, google_sub = ${googleSub}, password_hash = ${passwordHash} where id = ${id}`;
  },

  /** Nothing new can refer to them until the transaction ends. */
  async lockForRemoval(sql: Sql, id: UserId): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`select ${columns(sql)} from users where id = ${id} for update`;
    return user ?? null;
  },

  /** False if nothing changed. */
  async setSuspended(sql: Sql, id: UserId, isSuspended: boolean): Promise<boolean> {
    const changed = await sql`
      update users
      set suspended_at = ${isSuspended ? sql`now()` : sql`null`},
        -- Resuming the account does not make an administrator of it again.
        is_administrator = is_administrator and not ${isSuspended}
      where id = ${id} and (suspended_at is not null) <> ${isSuspended}
      returning id`;
    return changed.length === 1;
  },

  /** Together with all rows that belong to them alone. */
  async remove(sql: Sql, id: UserId): Promise<void> {
    await sql`delete from users where id = ${id}`;
  },

  /** Null for a verified account. A taken address violates the table's unique constraint. */
  async correctEmail(sql: Sql, id: UserId, email: string): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`
      update users set email = ${email} where id = ${id} and verified_at is null returning ${columns(sql)}`;
    return user ?? null;
  },

  async setPassword(sql: Sql, id: UserId, passwordHash: string): Promise<void> {
    await sql`update users set password_hash = ${passwordHash} where id = ${id}`;
  },

  async linkGoogle(sql: Sql, id: UserId, googleSub: string): Promise<void> {
    await sql`update users set google_sub = ${googleSub} where id = ${id}`;
  },

  /** Gives an account that was never verified to the owner of the Google account. */
  async takeOver(sql: Sql, id: UserId, { googleSub, name }: { googleSub: string; name: string }): Promise<void> {
    await sql`
      update users
      set google_sub = ${googleSub}, name = ${name}, password_hash = null, avatar_file = null, verified_at = now(),
        is_administrator = false
      where id = ${id}`;
  },

  async rename(sql: Sql, id: UserId, name: string): Promise<void> {
    await sql`update users set name = ${name} where id = ${id}`;
  },

  /** What is undefined stays as it is. */
  async setPrivacy(sql: Sql, id: UserId, given: PrivacyChange): Promise<UserRow | null> {
    const [user] = await sql<UserRow[]>`
      update users
      set sends_receipts = coalesce(${given.sendsReceipts ?? null}, sends_receipts),
        shares_presence = coalesce(${given.sharesPresence ?? null}, shares_presence),
        is_findable = coalesce(${given.isFindable ?? null}, is_findable),
        mentions_break_mute = coalesce(${given.mentionsBreakMute ?? null}, mentions_break_mute)
      where id = ${id}
      returning ${columns(sql)}`;
    return user ?? null;
  },

  /** False when the file is not an image that this person uploaded. */
  async setAvatar(sql: Sql, id: UserId, fileName: string | null): Promise<boolean> {
    const changed = await sql`
      update users
      set avatar_file = ${fileName}
      where id = ${id}
        and (
          ${fileName}::text is null
          or exists (select from uploads where file_name = ${fileName} and owner_id = ${id} and kind = 'image')
        )
      returning id`;
    return changed.length === 1;
  },
};
