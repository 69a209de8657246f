import {
  answerTexts,
  type ChatId,
  limits,
  listMentionIds,
  mentionAllDelayedText,
  type UserId,
} from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import { type FoundMentions, mentionRepository } from './mentions.repository.ts';

/** How often everybody in a group can be mentioned: by one sender, and by all of them. */
const allRates = {
  sender: { limit: 5, windowMs: 60_000 },
  group: { limit: 20, windowMs: 60_000 },
};

interface MentioningText {
  readonly chatId: ChatId;
  readonly authorId: UserId;
  readonly content: string;
}

/** What an edited message mentioned before. */
interface Earlier {
  readonly ids: readonly UserId[] | null;
  readonly mentionsAll: boolean;
}

export type Mentions = ReturnType<typeof createMentions>;

/** Finds whom messages mention, within the limits. */
export function createMentions({ limiter }: { limiter: RateLimiter }) {
  /** Everybody is notified, also those who muted the chat. */
  async function countMentionOfAll({ chatId, authorId }: MentioningText) {
    const keys = { sender: `mention all:${chatId}:${authorId}`, group: `mention all:${chatId}` };
    const waitMs =
      (await limiter.take(keys.sender, allRates.sender)) || (await limiter.take(keys.group, allRates.group));
    if (waitMs === 0) return;
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new AppError('rate_limited', mentionAllDelayedText(seconds), {}, seconds);
  }

  return {
    /** Null when it mentions nobody. Those whom a message mentioned before its edit stay mentioned, members or not. */
    async find(sql: Sql, text: MentioningText, earlier?: Earlier): Promise<FoundMentions | null> {
      const given = listMentionIds(text.content);
      if (given.length === 0) return null;
      const ids = given.filter((id): id is UserId => id !== 'all');
      const mentionsAll = ids.length < given.length;
      const found = await mentionRepository.find(sql, { ...text, ids, mentionsAll, earlierIds: earlier?.ids ?? [] });
      if ((found?.ids?.length ?? 0) > limits.mentionsPerMessage) throw invalidInput(answerTexts.tooManyMentions);
      if (found?.mentionsAll && !earlier?.mentionsAll) await countMentionOfAll(text);
      return found;
    },
  };
}
