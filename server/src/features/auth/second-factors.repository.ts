import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface SecondFactorRow {
  readonly secret: Buffer;
  readonly isConfirmed: boolean;
  /** The time of the database. */
  readonly nowMs: number;
}

export const secondFactorRepository = {
  async find(sql: Sql, userId: UserId): Promise<SecondFactorRow | null> {
    const [row] = await sql<SecondFactorRow[]>`
      select
        secret,
        confirmed_at is not null as is_confirmed,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
      from second_factors
      where user_id = ${userId}`;
    return row ?? null;
  },

  /** False if it is on already. */
  async begin(sql: Sql, userId: UserId, secret: Buffer): Promise<boolean> {
    const begun = await sql`
      insert into second_factors (user_id, secret)
      values (${userId}, ${secret})
      on conflict (user_id) do update
      set secret = excluded.secret, used_step = 0
      where second_factors.confirmed_at is null
      returning user_id`;
    return begun.length === 1;
  },

  /** False if it is on already, or was begun again with another secret. */
  async confirm(sql: Sql, userId: UserId, { secret, step }: { secret: Buffer; step: number }): Promise<boolean> {
    const confirmed = await sql`
      update second_factors
      set confirmed_at = now(), used_step = ${step}
      where user_id = ${userId} and secret = ${secret} and confirmed_at is null
      returning user_id`;
    return confirmed.length === 1;
  },

  /** False if this code or a later one was used before. Of two concurrent calls, one is. */
  async useStep(sql: Sql, userId: UserId, step: number): Promise<boolean> {
    const used = await sql`
      update second_factors
      set used_step = ${step}
      where user_id = ${userId} and confirmed_at is not null and used_step < ${step}
      returning user_id`;
    return used.length === 1;
  },

  /** Unless it was turned on before this time. */
  async removeNewerThan(sql: Sql, userId: UserId, time: string): Promise<void> {
    const [kept] = await sql`
      select from second_factors where user_id = ${userId} and confirmed_at <= ${time}::timestamptz`;
    if (!kept) await secondFactorRepository.remove(sql, userId);
  },

  /** Returns whether it was on. */
  async remove(sql: Sql, userId: UserId): Promise<boolean> {
    const removed = await sql<{ isConfirmed: boolean }[]>`
      delete from second_factors where user_id = ${userId} returning confirmed_at is not null as is_confirmed`;
    await sql`delete from recovery_codes where user_id = ${userId}`;
    return removed[0]?.isConfirmed ?? false;
  },

  async setRecoveryCodes(sql: Sql, userId: UserId, codeHashes: readonly Buffer[]): Promise<void> {
    await sql`delete from recovery_codes where user_id = ${userId}`;
    await sql`
      insert into recovery_codes (user_id, code_hash)
      select ${userId}, code_hash from unnest(${codeHashes}::bytea[]) as code_hash`;
  },

  /** False if there is no such code, or it was used. Of two concurrent calls with one code, one gets it. */
  async useRecoveryCode(sql: Sql, userId: UserId, codeHash: Buffer): Promise<boolean> {
    const used = await sql`
      delete from recovery_codes where user_id = ${userId} and code_hash = ${codeHash} returning user_id`;
    return used.length === 1;
  },
};
