import type { ChatId, ClientId, UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { onWake } from '../browser/on-wake.ts';
import { useConnection } from '../state/connection.ts';
import type { Attachment } from '../state/attachments.ts';
import { followDrafts } from '../state/drafts.ts';
import { onSessionEnd } from '../state/session-end.ts';
import { createOutboxSession } from './outbox-session.ts';

let current: ReturnType<typeof createOutboxSession> | null = null;

/** Starts sending the messages of this user, including those left unsent before. Returns a disposer. */
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

/** Sends the draft of a chat: each attachment as a separate message, then the text. */
export function sendDraft(chatId: ChatId, draftText: string, attachments: readonly Attachment[]): void {
  current?.send(chatId, { content: draftText.trim(), attachments, draftText });
}

/** Adds a file to the draft. It is stored until the draft is sent. */
export function attachFile(chatId: ChatId, file: File, type: Attachment['type']): void {
  current?.attach(chatId, file, type);
}

export function detachFile(chatId: ChatId, id: ClientId): void {
  current?.detach(chatId, id);
}

/** Retries a rejected message. */
export function retryOutgoing(clientId: ClientId): void {
  void current?.retry(clientId);
}

/** Discards a message that the server does not have yet, and aborts a running upload. */
export function discardOutgoing(clientId: ClientId): void {
  void current?.discard(clientId);
}

/** Marks a message as arrived, after a response or an event. */
export function settleOutgoing(clientId: ClientId): void {
  void current?.settle(clientId);
}
