import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

interface NewEmailChange {
  readonly userId: UserId;
  readonly oldEmail: string;
  readonly oldGoogleSub: string | null;
  readonly newEmail: string;
  readonly confirmHash: Buffer;
  readonly undoHash: Buffer;
  readonly confirmMs: number;
  readonly undoMs: number;
}

interface ConfirmedChange {
  readonly userId: UserId;
  readonly oldEmail: string;
  readonly newEmail: string;
}

interface UndoneChange {
  readonly userId: UserId;
  readonly oldEmail: string;
  readonly oldGoogleSub: string | null;
  /** To the microsecond, as the database formats it. */
  readonly requestedAt: string;
}

export const emailChangeRepository = {
  /** Replaces a change that was not confirmed; its link to undo it stays, because it signs out a stranger. */
  async add(sql: Sql, change: NewEmailChange): Promise<void> {
    await emailChangeRepository.voidPending(sql, change.userId);
    await sql`
      insert into email_changes (
        user_id, old_email, old_google_sub, new_email, confirm_hash, undo_hash, confirm_until, undo_until
      )
      values (
        ${change.userId}, ${change.oldEmail}, ${change.oldGoogleSub}, ${change.newEmail}, ${change.confirmHash},
        ${change.undoHash}, now() + ${change.confirmMs} * interval '1 millisecond', now() + ${change.undoMs} * interval '1 millisecond'
      )`;
  },

  /** Links that were not used to confirm a change become invalid. */
  async voidPending(sql: Sql, userId: UserId): Promise<void> {
    await sql`update email_changes set confirm_until = now() where user_id = ${userId} and confirmed_at is null`;
  },

  /** The former addresses that can still be restored. */
  async listUndoable(sql: Sql, userId: UserId): Promise<string[]> {
    const rows = await sql<{ oldEmail: string }[]>`
      select distinct old_email from email_changes where user_id = ${userId} and undo_until > now()`;
    return rows.map((row) => row.oldEmail);
  },

  /** Of two concurrent requests with one link, exactly one gets it. */
  async confirm(sql: Sql, confirmHash: Buffer): Promise<ConfirmedChange | null> {
    const [confirmed] = await sql<ConfirmedChange[]>`
      update email_changes
      set confirmed_at = now()
      where confirm_hash = ${confirmHash} and confirmed_at is null and confirm_until > now()
      returning user_id, old_email, new_email`;
    return confirmed ?? null;
  },

  /** Also removes the changes that followed it. */
  async takeUndo(sql: Sql, undoHash: Buffer): Promise<UndoneChange | null> {
    const [undone] = await sql<UndoneChange[]>`
      delete from email_changes
      where undo_hash = ${undoHash} and undo_until > now()
      returning user_id, old_email, old_google_sub, requested_at::text as requested_at`;
    if (!undone) return null;
    await sql`
      delete from email_changes
      where user_id = ${undone.userId} and requested_at >= ${undone.requestedAt}::timestamptz`;
    return undone;
  },

  async removeExpired(sql: Sql): Promise<void> {
    await sql`delete from email_changes where undo_until < now()`;
  },
};
