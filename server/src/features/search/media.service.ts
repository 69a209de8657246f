import { type ChatId, linkPattern, type Message, type UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { type MessageRow, presentMessages } from '../messages/index.ts';
import { type MediaKind, mediaRepository } from './media.repository.ts';

interface MediaRequest {
  readonly chatId: ChatId;
  readonly kind: MediaKind;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Nobody writes so many messages that only look like links. */
const maxRounds = 20;

export type Media = ReturnType<typeof createMedia>;

export function createMedia({ database }: { database: Database }) {
  /** What looks like an address to the database need not be a link. */
  async function listRows(userId: UserId, { chatId, kind, before, limit }: MediaRequest): Promise<MessageRow[]> {
    const found: MessageRow[] = [];
    let position = before;
    for (let round = 0; round < maxRounds; round += 1) {
      const rows = await mediaRepository.list(database.sql, { chatId, userId }, kind, { before: position, limit });
      if (rows === null) throw notFound('Chat');
      found.push(...(kind === 'link' ? rows.filter(({ content }) => linkPattern.test(content)) : rows));
      position = rows.at(-1)?.seq;
      if (found.length >= limit || rows.length < limit) break;
    }
    return found.slice(0, limit);
  }

  return {
    /** What a chat has of one kind, newest first, as far as the person sees it. */
    async list(userId: UserId, request: MediaRequest): Promise<{ data: Message[]; haveMore: boolean }> {
      const rows = await listRows(userId, { ...request, limit: request.limit + 1 });
      const data = await presentMessages(database.sql, rows.slice(0, request.limit), userId);
      return { data, haveMore: rows.length > request.limit };
    },
  };
}
