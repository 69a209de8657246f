import type { ChatId, MessageId, SessionId, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** The push subscription of a device. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A person's device, with what is needed to name the chat for them. */
export interface Target extends Subscription {
  readonly hasPreview: boolean;
  readonly name: string | null;
  readonly memberCount: number;
  readonly otherNames: string[] | null;
}

export interface MessageTarget extends Target {
  readonly messageId: MessageId;
}

export interface CallTarget extends Target {
  readonly callerName: string;
  readonly callerAvatarFile: string | null;
}

/** The chat as the recipient sees it: a group without a name is named after its longest-standing others. */
const targetColumns = (sql: Sql) => sql`
  endpoint, p256dh, auth, has_preview, chats.name, cardinality(member_ids) as member_count,
  case when chats.name is null and cardinality(member_ids) > 2 then array(
    select users.name
    from chat_members as others
    join users on users.id = others.user_id
    where others.chat_id = chats.id and others.user_id <> chat_members.user_id
    order by others.joined_at, others.user_id
    limit 3
  ) end as other_names`;

/** The subscribed devices of a chat's members. */
const subscribedDevices = (sql: Sql) => sql`
  chat_members
  join chats on chats.id = chat_members.chat_id
  join sessions on sessions.user_id = chat_members.user_id and expires_at > now()
  join push_subscriptions on session_id = sessions.id`;

/** Whether a message notifies a member who has muted the chat. */
const breaksMute = (sql: Sql) => sql`(
  (mentions_all or chat_members.user_id = any(mention_ids))
  and (select mentions_break_mute from users where users.id = chat_members.user_id)
)`;

export const pushRepository = {
  /** Stores the key if there is none yet, and returns the stored one: all nodes use the first node's key. */
  async ensureVapidKey(sql: Sql, privateKey: string): Promise<string> {
    await sql`insert into vapid_keys (private_key) values (${privateKey}) on conflict do nothing`;
    const [kept] = await sql<{ privateKey: string }[]>`select private_key from vapid_keys limit 1`;
    return kept?.privateKey ?? privateKey;
  },

  async subscribe(
    sql: Sql,
    { sessionId, endpoint, p256dh, auth, hasPreview }: Subscription & { sessionId: SessionId; hasPreview: boolean },
  ): Promise<void> {
    // Serializes two people who sign in one after the other in the same browser.
    await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`;
    await sql`delete from push_subscriptions where endpoint = ${endpoint} and session_id <> ${sessionId}`;
    // Adds nothing for a session that has ended meanwhile.
    await sql`
      with living as (select id from sessions where id = ${sessionId} for key share)
      insert into push_subscriptions (session_id, endpoint, p256dh, auth, has_preview)
      select id, ${endpoint}, ${p256dh}, ${auth}, ${hasPreview}
      from living
      on conflict (session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, has_preview = excluded.has_preview`;
  },

  async unsubscribe(sql: Sql, sessionId: SessionId): Promise<void> {
    await sql`delete from push_subscriptions where session_id = ${sessionId}`;
  },

  async removeByEndpoint(sql: Sql, endpoints: readonly string[]): Promise<void> {
    await sql`delete from push_subscriptions where endpoint = any(${endpoints}::text[])`;
  },

  /**
   * Per device and chat the newest of these messages that the member may see and has not read; of a muted chat only those
   * that mention the member, and none of people whom the member has blocked.
   */
  async listForMessages(sql: Sql, messageIds: readonly MessageId[]): Promise<MessageTarget[]> {
    return sql<MessageTarget[]>`
      select distinct on (session_id, chats.id) messages.id as message_id, ${targetColumns(sql)}
      from messages
      join (${subscribedDevices(sql)}) on chats.id = messages.chat_id
      where messages.id = any(${messageIds}::uuid[])
        and deleted_at is null
        and author_id is distinct from chat_members.user_id
        and (not is_muted or ${breaksMute(sql)})
        and seq > greatest(read_seq, joined_seq)
        and not exists (
          select from user_blocks where blocker_id = chat_members.user_id and blocked_id = author_id
        )
      order by session_id, chats.id, seq desc
      limit 20000`;
  },

  /** Everybody but the caller and those who have blocked them. */
  async listForCall(sql: Sql, { chatId, callerId }: { chatId: ChatId; callerId: UserId }): Promise<CallTarget[]> {
    return sql<CallTarget[]>`
      select caller.name as caller_name, caller.avatar_file as caller_avatar_file, ${targetColumns(sql)}
      from ${subscribedDevices(sql)}
      join users as caller on caller.id = ${callerId}
      where chats.id = ${chatId}
        and chat_members.user_id <> ${callerId}
        and not is_muted
        and not exists (
          select from user_blocks where blocker_id = chat_members.user_id and blocked_id = ${callerId}
        )
      order by session_id
      limit 20000`;
  },
};
