import {
  avatarPath,
  deletedUser,
  limits,
  type Message,
  type MessageId,
  type Quote,
  quotedContent,
  type Reaction,
  uploadPath,
  type UserId,
} from '@chat-app/contract';
import type { MessageRow } from './messages.repository.ts';
import type { ReactionGroup } from './reactions.repository.ts';

const noReactions: readonly ReactionGroup[] = [];
const deletedSender = { ...deletedUser, avatar: avatarPath(deletedUser._id, null), isMine: false };

export function presentMessage(
  row: MessageRow,
  viewerId: UserId | null,
  reactions: readonly ReactionGroup[] = noReactions,
): Message {
  const message: Message = {
    _id: row.id,
    chatId: row.chatId,
    seq: row.seq,
    rev: row.rev,
    type: row.type,
    content: row.content,
    createdAt: row.createdAt.toISOString(),
    sender: senderOf(row, viewerId),
    replyTo: row.replyTo === null ? null : quoteOf(row, row.replyTo),
  };
  if (row.clientId !== null) message.clientId = row.clientId;
  if (reactions.length > 0) message.reactions = presentReactions(reactions, viewerId);
  if (row.forwardedFrom !== null) message.forwardedFrom = { name: row.forwardedFrom };
  if (row.pinnedAt !== null) message.pinnedAt = row.pinnedAt.toISOString();
  if (row.editedAt !== null) message.editedAt = row.editedAt.toISOString();
  if (row.mentions !== null) message.mentions = [...row.mentions];
  if (row.type !== 'text' && row.type !== 'emoji') Object.assign(message, extrasOf(row));
  return message;
}

/** Those who reacted with each emoji, and the ids of the first. */
export function presentReactions(groups: readonly ReactionGroup[], viewerId: UserId | null): Reaction[] {
  return groups.map(({ emoji, userIds }) => ({
    emoji,
    count: userIds.length,
    isMine: viewerId !== null && userIds.includes(viewerId),
    userIds: userIds.slice(0, limits.reactionUserIds),
  }));
}

/** The version for the devices of its author. */
export function asSeenByAuthor(message: Message): Message {
  return message.sender ? { ...message, sender: { ...message.sender, isMine: true } } : message;
}

/** The fields of images, files and transfers. */
function extrasOf(row: MessageRow): Partial<Message> {
  const { type, uploadFile, fileSize, transferStatus, width, height, durationMs, waveform } = row;
  return {
    ...((type === 'file' || type === 'voice') && uploadFile !== null && { url: uploadPath(uploadFile) }),
    ...(fileSize !== null && { size: fileSize }),
    ...(transferStatus !== null && { status: transferStatus }),
    ...(width !== null && height !== null && { width, height }),
    ...(durationMs !== null && { durationMs }),
    ...(waveform !== null && { waveform: waveform.split(',').map(Number) }),
  };
}

/** What the message replies to. Nothing is left of a deleted one but its place. */
function quoteOf(row: MessageRow, id: MessageId): Quote {
  const isDeleted = row.isQuotedDeleted ?? true;
  const { quotedAuthorId, quotedAuthorName } = row;
  return {
    _id: id,
    seq: row.quotedSeq ?? 0,
    sender:
      quotedAuthorId && quotedAuthorName !== null
        ? { _id: quotedAuthorId, name: quotedAuthorName }
        : deletedOr(isDeleted),
    type: row.quotedType ?? 'text',
    content: isDeleted ? '' : quotedText(row),
    isDeleted,
  };
}

/** Nobody is named for a message that was deleted. */
const deletedOr = (isDeleted: boolean) => (isDeleted ? null : deletedUser);

function quotedText({ quotedContent: content, quotedMentions: mentions }: MessageRow): string {
  return quotedContent({ content: content ?? '', mentions: mentions ?? undefined });
}

/** A system message has no sender, although somebody caused it. The author of any other one may have left for good. */
function senderOf({ type, authorId, authorName, authorAvatarFile }: MessageRow, viewerId: UserId | null) {
  if (type === 'system') return null;
  if (authorId === null || authorName === null) return deletedSender;
  return {
    _id: authorId,
    name: authorName,
    avatar: avatarPath(authorId, authorAvatarFile),
    isMine: authorId === viewerId,
  };
}
