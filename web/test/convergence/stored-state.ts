import {
  type ChatId,
  type Mention,
  type Message,
  type MessageId,
  quotedContent,
  type UserId,
} from '@chat-app/contract';
import type { TestApp } from '../../../server/test/test-app.ts';
import type { Place } from './device.ts';

/** What a member sees of a message, as a device shows it: everything that all devices have to agree on. */
export function seenOn({ _id, seq, rev = 0, type, content, sender, ...message }: Message) {
  const { replyTo, editedAt = null, reactions = [], pinnedAt = null, forwardedFrom, mentions = [] } = message;
  return {
    id: _id,
    seq,
    rev,
    type,
    content,
    senderId: sender?._id ?? null,
    isMine: sender?.isMine ?? false,
    editedAt,
    pinnedAt,
    forwardedFrom: forwardedFrom?.name ?? null,
    mentions: mentions.map((mention) => mention._id),
    quote: replyTo ? { id: replyTo._id, content: replyTo.content, isDeleted: replyTo.isDeleted } : null,
    reactions: reactions.map(({ emoji, count, isMine, userIds }) => describeReaction(emoji, count, isMine, userIds)),
  };
}

export type SeenMessage = ReturnType<typeof seenOn>;

const describeReaction = (emoji: string, count: number, isMine: boolean, userIds: readonly UserId[]) =>
  `${emoji} ${count} ${isMine ? 'mine ' : ''}${userIds.join()}`;

interface Row extends Pick<SeenMessage, 'id' | 'seq' | 'rev' | 'type' | 'content' | 'forwardedFrom'> {
  readonly authorId: UserId | null;
  readonly editedAt: Date | null;
  readonly pinnedAt: Date | null;
  readonly mentionIds: UserId[] | null;
  readonly replyTo: MessageId | null;
  readonly quotedContent: string | null;
  readonly quotedMentionIds: UserId[] | null;
  readonly isQuotedDeleted: boolean | null;
}

/** What the member is to see of the chat, oldest first, from the tables alone. Null for others. */
export async function readStored(
  { database: { sql } }: TestApp,
  chatId: ChatId,
  userId: UserId,
): Promise<SeenMessage[] | null> {
  const [member] = await sql<{ joinedSeq: number }[]>`
    select joined_seq::float8 as joined_seq from chat_members where chat_id = ${chatId} and user_id = ${userId}`;
  if (!member) return null;
  const rows = await sql<Row[]>`
    select
      one.id, one.seq::float8 as seq, coalesce(one.rev, one.seq)::float8 as rev, one.type, one.content, one.author_id,
      one.edited_at, one.pinned_at, one.forwarded_from, one.mention_ids, one.reply_to, quoted.content as quoted_content,
      quoted.mention_ids as quoted_mention_ids,
      quoted.deleted_at is not null or quoted.seq <= ${member.joinedSeq} as is_quoted_deleted
    from messages as one
    left join messages as quoted on quoted.id = one.reply_to
    where one.chat_id = ${chatId} and one.seq > ${member.joinedSeq} and one.deleted_at is null
    order by one.seq`;
  const given = await sql<{ messageId: MessageId; emoji: string; userId: UserId }[]>`
    select message_id, emoji, user_id from message_reactions
    where message_id = any(${rows.map(({ id }) => id)}::uuid[])
    order by at, user_id`;
  const users = await sql<{ id: UserId; name: string }[]>`select id, name from users`;
  const everybody = users.map(({ id, name }): Mention => ({ _id: id, name }));
  return rows.map((row) => {
    const senderId = row.type === 'system' ? null : row.authorId;
    const own = given.filter(({ messageId }) => messageId === row.id);
    return {
      id: row.id,
      seq: row.seq,
      rev: row.rev,
      type: row.type,
      content: row.content,
      senderId,
      isMine: senderId === userId,
      editedAt: row.editedAt?.toISOString() ?? null,
      pinnedAt: row.pinnedAt?.toISOString() ?? null,
      forwardedFrom: row.forwardedFrom,
      mentions: row.mentionIds ?? [],
      quote: row.replyTo && quoteOf(row, row.replyTo, everybody),
      reactions: [...new Set(own.map(({ emoji }) => emoji))].map((emoji) => {
        const userIds = own.filter((one) => one.emoji === emoji).map((one) => one.userId);
        return describeReaction(emoji, userIds.length, userIds.includes(userId), userIds);
      }),
    };
  });
}

/** Where the user has put their chats, pinned ones first and in their order, from the tables alone. */
export async function readPlaces({ database: { sql } }: TestApp, userId: UserId): Promise<Place[]> {
  return sql<Place[]>`
    select
      chat_id, pin_position is not null as is_pinned,
      archived_seq is not null and (is_muted or last_seq <= archived_seq) as is_archived
    from chat_members
    join chats on chats.id = chat_id
    where user_id = ${userId}
    order by pin_position, chat_id`;
}

function quoteOf(row: Row, id: MessageId, everybody: readonly Mention[]): SeenMessage['quote'] {
  const isDeleted = row.isQuotedDeleted ?? true;
  const mentions = everybody.filter(({ _id }) => row.quotedMentionIds?.some((mentioned) => mentioned === _id));
  return { id, content: isDeleted ? '' : quotedContent({ content: row.quotedContent ?? '', mentions }), isDeleted };
}
