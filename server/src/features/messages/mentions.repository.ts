import { type ChatId, type Mention, mentionOfAll, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

/** Whom a message mentions. */
export interface FoundMentions {
  /** Without 'all'; null when it mentions nobody else. */
  readonly ids: readonly UserId[] | null;
  readonly mentionsAll: boolean;
  readonly mentions: readonly Mention[];
}

interface Mentioning {
  readonly chatId: ChatId;
  readonly authorId: UserId;
  readonly ids: readonly UserId[];
  readonly mentionsAll: boolean;
  /** Those whom the message mentioned before it was edited. They may have left since. */
  readonly earlierIds?: readonly UserId[];
}

export const mentionRepository = {
  /** The members among these ids, in their order, and everybody in a group. Null when there are none. */
  async find(sql: Sql, mentioning: Mentioning): Promise<FoundMentions | null> {
    const { chatId, authorId, ids, earlierIds = [] } = mentioning;
    const [chat] = await sql<{ isGroup: boolean; people: { _id: UserId; name: string }[] | null }[]>`
      select
        cardinality(member_ids) > 2 as is_group,
        (
          select
            json_agg(json_build_object('_id', users.id, 'name', users.name) order by array_position(${ids}::uuid[], users.id))
          from users
          where users.id = any(${ids}::uuid[]) and users.id = any(member_ids || ${earlierIds}::uuid[])
        ) as people
      from chats
      where id = ${chatId} and ${authorId} = any(member_ids)`;
    if (!chat) return null;
    const people = chat.people ?? [];
    const mentionsAll = mentioning.mentionsAll && chat.isGroup;
    if (people.length === 0 && !mentionsAll) return null;
    return {
      ids: people.length === 0 ? null : people.map(({ _id }) => _id),
      mentionsAll,
      mentions: [...(mentionsAll ? [mentionOfAll] : []), ...people],
    };
  },
};
