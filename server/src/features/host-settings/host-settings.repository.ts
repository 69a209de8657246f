import type { RegistrationMode } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Null: never set. */
export interface StoredSettings {
  readonly registration: RegistrationMode | null;
  readonly allowedEmailDomains: string[] | null;
}

const neverSet: StoredSettings = { registration: null, allowedEmailDomains: null };

export const hostSettingsRepository = {
  async find(sql: Sql): Promise<StoredSettings> {
    const [stored] = await sql<StoredSettings[]>`select registration, allowed_email_domains from host_settings`;
    return stored ?? neverSet;
  },

  /** They stay until the transaction ends: a change waits for it. */
  async findLocked(tx: Sql): Promise<StoredSettings> {
    await tx`select pg_advisory_xact_lock_shared(hashtextextended('host_settings', 0))`;
    return hostSettingsRepository.find(tx);
  },

  /** Waits for transactions that read them with a lock. */
  async lock(tx: Sql): Promise<void> {
    await tx`select pg_advisory_xact_lock(hashtextextended('host_settings', 0))`;
  },

  async set(tx: Sql, { registration, allowedEmailDomains }: StoredSettings): Promise<void> {
    await tx`
      insert into host_settings (registration, allowed_email_domains)
      values (${registration}, ${allowedEmailDomains}::text[])
      on conflict (is_only) do update
      set registration = excluded.registration, allowed_email_domains = excluded.allowed_email_domains`;
  },
};
