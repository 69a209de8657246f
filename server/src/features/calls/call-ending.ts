import { callSystemMessages, type ChatId, limits, type UserId } from '@chat-app/contract';
import { addSystemMessages, makeSystemMessageQuiet } from '../chats/index.ts';
import type { CallDeps } from './call-deps.ts';
import { callRepository } from './calls.repository.ts';

export interface EndOptions {
  /** Ends only the call that started then; null ends none. */
  readonly startedAt?: string | null | undefined;
  readonly endedBy?: UserId | null;
  /** Ends it only if it rang too long or its lease has expired. */
  readonly isOverdue?: boolean;
}

export type CallEnding = ReturnType<typeof createCallEnding>;

/** How calls end. Only the database is needed; `call.ended` removes the participants. */
export function createCallEnding({ database, transact, ringMs = limits.callRingMs }: CallDeps) {
  /** For `endedBy` the system message is not unread. */
  const endCall = (chatId: ChatId, { endedBy = null, isOverdue = false, startedAt }: EndOptions = {}) =>
    transact(async (tx, emit) => {
      if (startedAt === null) return;
      const call = await callRepository.end(tx, chatId, { startedAt, ringMs: isOverdue ? ringMs : undefined });
      if (!call) return;
      const { kind } = call;
      // A declined call is not missed.
      const isMissed = call.talkedMs === null && (endedBy === null || endedBy === call.startedBy);
      const texts = [isMissed ? callSystemMessages.missed(kind) : callSystemMessages.ended(kind, call.talkedMs)];
      const authorId = isMissed ? call.startedBy : endedBy;
      // A call counts as one unread message: the one about the missed call replaces the one about its start.
      if (isMissed && call.systemMessageSeq !== null) await makeSystemMessageQuiet(tx, chatId, call.systemMessageSeq);
      await addSystemMessages(tx, emit, { chatId, authorId, texts, isQuiet: !isMissed });
      emit('call.ended', { chatId, callerId: call.startedBy, isMissed, kind });
    });

  /** Ends the call of two people who are no longer friends. */
  async function endCallBetween(userIds: readonly UserId[]): Promise<void> {
    const chatId = await callRepository.findBetween(database.sql, userIds);
    if (chatId !== null) await endCall(chatId);
  }

  async function endOverdue(): Promise<void> {
    for (const chatId of await callRepository.listOverdue(database.sql, ringMs))
      await endCall(chatId, { isOverdue: true });
  }

  return { ringMs, endCall, endCallBetween, endOverdue };
}
