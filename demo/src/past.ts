import type postgres from 'postgres';

/**
 * The only place that writes into the database by itself. Everything else goes through the API, where everything
 * happens now; here it is moved to when it is told to have happened.
 */
export function createPast(sql: postgres.Sql) {
  return {
    /** As if the people in this call had been talking for so long already. */
    async letTalk(chatId: string, minutes: number): Promise<void> {
      await sql`
        update calls
        set started_at = started_at - ${minutes}::int * interval '1 minute',
            answered_at = answered_at - ${minutes}::int * interval '1 minute'
        where chat_id = ${chatId}`;
    },

    /** Gives every message of a chat its time; the chat began with the first and moved with the last. */
    async dateMessages(chatId: string, times: readonly { seq: number; at: Date }[]): Promise<void> {
      await sql`
        update messages
        set created_at = given.at
        from unnest(${times.map(({ seq }) => seq)}::bigint[], ${times.map(({ at }) => at.toISOString())}::timestamptz[])
          as given (seq, at)
        where chat_id = ${chatId} and messages.seq = given.seq`;
      const [first, last] = [times[0]?.at ?? new Date(), times.at(-1)?.at ?? new Date()];
      await sql`
        update chats
        set created_at = ${first}, last_activity_at = ${last}, head_at = ${last}
        where id = ${chatId}`;
    },

    async dateRequest(fromId: string, toId: string, at: Date): Promise<void> {
      await sql`
        update friendships
        set created_at = ${at}
        where requester_id = ${fromId} and recipient_id = ${toId}`;
    },
  };
}

export type Past = ReturnType<typeof createPast>;
