import type { ChatId, UserId } from '@chat-app/contract';
import type { Client } from 'pg';

/**
 * The only place that writes into the database by itself. Everything else goes through the API, where everything
 * happens now; here it is moved to when it is told to have happened.
 */
export function createPast(database: Client) {
  return {
    /** As if the people in this call had been talking for so long already. */
    async letTalk(chatId: ChatId, minutes: number): Promise<void> {
      await database.query(
        `
        update calls
        set started_at = started_at - $1::int * interval '1 minute',
            answered_at = answered_at - $1::int * interval '1 minute'
        where chat_id = $2`,
        [minutes, chatId],
      );
    },

    /** Gives every message of a chat its time; the chat began with the first and moved with the last. */
    async dateMessages(chatId: ChatId, times: readonly { seq: number; at: Date }[]): Promise<void> {
      await database.query(
        `
        update messages
        set created_at = given.at
        from unnest($1::bigint[], $2::timestamptz[])
          as given (seq, at)
        where chat_id = $3 and messages.seq = given.seq`,
        [times.map(({ seq }) => seq), times.map(({ at }) => at.toISOString()), chatId],
      );
      const [first, last] = [times[0]?.at ?? new Date(), times.at(-1)?.at ?? new Date()];
      await database.query(
        `
        update chats
        set created_at = $1, last_activity_at = $2, head_at = $2
        where id = $3`,
        [first, last, chatId],
      );
    },

    async dateRequest(fromId: UserId, toId: string, at: Date): Promise<void> {
      await database.query(
        `
        update friendships
        set created_at = $1
        where requester_id = $2 and recipient_id = $3`,
        [at, fromId, toId],
      );
    },
  };
}

export type Past = ReturnType<typeof createPast>;
