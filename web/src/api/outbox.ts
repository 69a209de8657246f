import type { ChatId, ClientId, UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { onWake } from '../lib/on-wake.ts';
import { useConnection } from '../state/connection.ts';
import type { Attachment } from '../state/attachments.ts';
import { followDrafts } from '../state/drafts.ts';
import { onSessionEnd } from '../state/session-end.ts';
import { createOutboxSession } from './outbox-session.ts';

let current: ReturnType<typeof createOutboxSession> | null = null;

/** From now on what this person writes is sent, and what was left unsent too. Returns how to stop. */
export function startOutbox(client: QueryClient, userId: UserId): () => void {
  const stopDrafts = followDrafts(userId);
  const session = createOutboxSession(client, userId);
  current = session;
  const stops = [
    stopDrafts,
    onSessionEnd(session.forget),
    onWake(session.wake),
    useConnection.subscribe(({ phase }, before) => {
      if (phase === 'connected' && before.phase !== 'connected') session.wake();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    session.stop();
    if (current === session) current = null;
  };
}

export function sendText(chatId: ChatId, content: string): void {
  current?.send(chatId, { content });
}

/** Sends what was written in a chat: each attachment is a message of its own, before the text. */
export function sendDraft(chatId: ChatId, draftText: string, attachments: readonly Attachment[]): void {
  current?.send(chatId, { content: draftText.trim(), attachments, draftText });
}

/** The file goes with the next message, and is kept until then. */
export function attachFile(chatId: ChatId, file: File, type: Attachment['type']): void {
  current?.attach(chatId, file, type);
}

export function detachFile(chatId: ChatId, id: ClientId): void {
  current?.detach(chatId, id);
}

/** Tries a refused message once more. */
export function retryOutgoing(clientId: ClientId): void {
  void current?.retry(clientId);
}

/** Takes back what the server does not have yet; an upload under way is cut off. */
export function discardOutgoing(clientId: ClientId): void {
  void current?.discard(clientId);
}

/** The message has arrived, whoever says so. */
export function settleOutgoing(clientId: ClientId): void {
  void current?.settle(clientId);
}
