import type { Message, MessageChange, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import type { ChangedRow } from './message-changes.repository.ts';
import { presentMessage } from './messages.presenter.ts';
import type { MessageRow } from './messages.repository.ts';
import { type ReactionGroup, reactionRepository } from './reactions.repository.ts';

const noReactions: readonly ReactionGroup[] = [];

/** The reactions to these messages. Most pages have none, and cost no query. */
async function findReactions(sql: Sql, rows: readonly MessageRow[]) {
  const ids = rows.filter(({ hasReactions }) => hasReactions).map(({ id }) => id);
  return ids.length === 0 ? null : reactionRepository.listGroups(sql, ids);
}

/** Messages with their reactions. */
export async function presentMessages(sql: Sql, rows: readonly MessageRow[], viewerId: UserId): Promise<Message[]> {
  const groupsById = await findReactions(sql, rows);
  return rows.map((row) => presentMessage(row, viewerId, groupsById?.get(row.id)));
}

/** A change as everybody but those involved sees it, and who reacted to the message. */
export interface ReactedChange {
  readonly change: MessageChange;
  readonly groups: readonly ReactionGroup[];
}

/** The present states of messages that changed, or that they were deleted. */
export async function presentChanges(
  sql: Sql,
  rows: readonly ChangedRow[],
  viewerId: UserId | null,
): Promise<ReactedChange[]> {
  const groupsById = await findReactions(sql, rows);
  return rows.map((row) => {
    if (row.isDeleted) {
      return { change: { deleted: { _id: row.id, seq: row.seq, rev: row.rev } }, groups: noReactions };
    }
    const groups = groupsById?.get(row.id) ?? noReactions;
    return { change: { message: presentMessage(row, viewerId, groups) }, groups };
  });
}
