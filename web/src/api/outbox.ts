import { typeOfText } from '@chat-app/contract';
import type { ChatId, UserId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { onWake } from '../lib/on-wake.ts';
import { useConnection } from '../state/connection.ts';
import { followDrafts } from '../state/drafts.ts';
import { onSessionEnd } from '../state/session-end.ts';
import { createOutboxSession } from './outbox-session.ts';

/** Something to send besides text. */
export interface OutgoingFile {
  readonly file: File;
  readonly type: 'image' | 'file';
  readonly width?: number;
  readonly height?: number;
}

let current: ReturnType<typeof createOutboxSession> | null = null;

/** From now on what this person writes is sent, and what was left unsent too. Returns how to stop. */
export function startOutbox(client: QueryClient, userId: UserId): () => void {
  const session = createOutboxSession(client, userId);
  current = session;
  const stops = [
    followDrafts(userId),
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
  current?.write({ chatId, type: typeOfText(content), content });
}

/** Each becomes a message of its own, in this order. */
export function sendAttachments(chatId: ChatId, files: readonly OutgoingFile[]): void {
  for (const { file, type, width, height } of files) {
    const size = width === undefined || height === undefined ? {} : { width, height };
    current?.write({ chatId, type, content: file.name, file, ...size });
  }
}

/** Tries a refused message once more. */
export function retryOutgoing(clientId: string): void {
  void current?.retry(clientId);
}

/** Takes back what the server does not have yet; an upload under way is cut off. */
export function discardOutgoing(clientId: string): void {
  void current?.discard(clientId);
}

/** The message has arrived, whoever says so. */
export function settleOutgoing(clientId: string): void {
  void current?.settle(clientId);
}
