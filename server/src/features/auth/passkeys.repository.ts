import type { PasskeyId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface PasskeyRow {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

type NewPasskey = Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>;

const columns = (sql: Sql) => sql`
  id, user_id, credential_id, public_key, counter::float8 as counter, transports, name, created_at, last_used_at`;

export const passkeyRepository = {
  async listOf(sql: Sql, userId: UserId): Promise<PasskeyRow[]> {
    return sql<PasskeyRow[]>`
      select ${columns(sql)} from passkeys where user_id = ${userId} order by created_at, id`;
  },

  async findByCredential(sql: Sql, credentialId: string): Promise<PasskeyRow | null> {
    const [row] = await sql<PasskeyRow[]>`
      select ${columns(sql)} from passkeys where credential_id = ${credentialId}`;
    return row ?? null;
  },

  /** Null if the credential is known already. */
  async add(sql: Sql, passkey: NewPasskey): Promise<PasskeyRow | null> {
    const [row] = await sql<PasskeyRow[]>`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
      values (
        ${passkey.id}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
        ${passkey.transports}, ${passkey.name}
      )
      on conflict (credential_id) do nothing
      returning ${columns(sql)}`;
    return row ?? null;
  },

  /** False if it was removed meanwhile, or if a later signature was used before. */
  async use(sql: Sql, id: PasskeyId, counter: number): Promise<boolean> {
    const used = await sql`
      update passkeys
      set counter = ${counter}::bigint, last_used_at = now()
      where id = ${id} and (counter < ${counter}::bigint or counter = 0 and ${counter}::bigint = 0)
      returning id`;
    return used.length === 1;
  },

  /** False if it is not one of the user's. */
  async remove(sql: Sql, userId: UserId, id: PasskeyId): Promise<boolean> {
    const removed = await sql`delete from passkeys where id = ${id} and user_id = ${userId} returning id`;
    return removed.length === 1;
  },

  /** Returns whether there were any. */
  async removeNewerThan(sql: Sql, userId: UserId, time: string): Promise<boolean> {
    const removed = await sql`
      delete from passkeys where user_id = ${userId} and created_at >= ${time}::timestamptz returning id`;
    return removed.length > 0;
  },
};
