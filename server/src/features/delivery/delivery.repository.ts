import type { ChatId, SessionId, UserId } from '@chat-app/contract';
import type { DomainEvents } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';

/** A chat and its members at one moment. */
export interface ChatSnapshot {
  readonly lastSeq: number;
  readonly rev: number;
  readonly memberRev: number;
  /** Each member sees only messages above this seq. */
  readonly joinedSeqByMember: ReadonlyMap<UserId, number>;
}

/** An event of a process without a bus. */
export interface RecordedEvent {
  readonly name: keyof DomainEvents;
  readonly event: DomainEvents[keyof DomainEvents];
}

/**
 * One of: a session ended, the members of a chat changed, a message changed or was deleted, an event was recorded.
 */
export interface AccessChange {
  readonly id: string;
  readonly sessionId: SessionId | null;
  readonly chatId: ChatId | null;
  /** Null when the chat is gone. */
  readonly memberRev: number | null;
  /** Those who were added or removed. */
  readonly userIds: UserId[] | null;
  /** The chat's rev after a message changed or was deleted. */
  readonly rev: number | null;
  readonly hasEvent: boolean;
}

export const deliveryRepository = {
  /** Those of these chats that exist. */
  async listChats(sql: Sql, chatIds: readonly ChatId[]): Promise<Map<ChatId, ChatSnapshot>> {
    interface Row {
      readonly id: ChatId;
      readonly lastSeq: number;
      readonly rev: number;
      readonly memberRev: number;
      readonly userIds: UserId[];
      readonly joinedSeqs: number[];
    }
    const rows = await sql<Row[]>`
      select
        chats.id, last_seq::float8 as last_seq, (last_seq + change_count)::float8 as rev,
        member_rev::float8 as member_rev,
        array_agg(user_id) as user_ids, array_agg(joined_seq::float8) as joined_seqs
      from chats
      join chat_members on chat_id = chats.id
      where chats.id = any(${chatIds}::uuid[])
      group by chats.id`;
    return new Map(
      rows.map(({ id, userIds, joinedSeqs, ...head }) => {
        const joinedSeqByMember = new Map(userIds.map((userId, index) => [userId, joinedSeqs[index] ?? 0]));
        return [id, { ...head, joinedSeqByMember }];
      }),
    );
  },

  /**
   * The changes of this transaction and later ones, and where to go on: every transaction before `nextXid` has ended.
   * Without `sinceXid` there are none.
   */
  async listAccessChanges(sql: Sql, sinceXid: string | null): Promise<{ changes: AccessChange[]; nextXid: string }> {
    const rows = await sql<(Omit<AccessChange, 'id'> & { id: string | null; nextXid: string })[]>`
      select
        pg_snapshot_xmin(pg_current_snapshot())::text as next_xid,
        id::text as id, session_id, chat_id, member_rev::float8 as member_rev, user_ids, rev::float8 as rev,
        event is not null as has_event
      from (values (true)) as always (is_true)
      left join access_changes on xid >= ${sinceXid}::xid8
      order by access_changes.id`;
    const changes = rows.filter((row): row is AccessChange & { nextXid: string } => row.id !== null);
    return { changes, nextXid: rows[0]?.nextXid ?? sinceXid ?? '0' };
  },

  async recordEvents(tx: Sql, events: readonly RecordedEvent[]): Promise<void> {
    if (events.length === 0) return;
    await tx`
      insert into access_changes (event)
      select event from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as given (event, position)
      order by position`;
  },

  /** In their order. Each event is taken by one node only. */
  async takeEvents(sql: Sql, ids: readonly string[]): Promise<RecordedEvent[]> {
    const rows = await sql<{ event: RecordedEvent }[]>`
      with taken as (delete from access_changes where id = any(${ids}::bigint[]) returning id, event)
      select event from taken order by id`;
    return rows.map(({ event }) => event);
  },

  /** Nodes read them within seconds. */
  async removeOldAccessChanges(sql: Sql): Promise<void> {
    await sql`delete from access_changes where created_at < now() - interval '1 hour'`;
  },
};
