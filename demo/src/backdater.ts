import type { ChatId, UserId } from '@chat-app/contract';
import type { Client } from 'pg';

/**
 * The only module that writes to the database directly. Everything else uses the API, where everything happens now.
 * This module moves it to its time in the script.
 */
export function createBackdater(database: Client) {
  return {
    /** Makes a running call this many minutes longer. */
    async lengthenCall(chatId: ChatId, minutes: number): Promise<void> {
      await database.query(
        `
        update calls
        set started_at = started_at - $1::int * interval '1 minute',
            answered_at = answered_at - $1::int * interval '1 minute'
        where chat_id = $2`,
        [minutes, chatId],
      );
    },

    /** Sets the time of each message. The chat was created with the first and was last active with the last one. */
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

export type Backdater = ReturnType<typeof createBackdater>;
