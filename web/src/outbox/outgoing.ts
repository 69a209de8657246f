import type { ChatId, ClientId } from '@chat-app/contract';
import { create } from 'zustand';

/** A message being sent: shown at once, kept until the server has it. */
export interface OutgoingMessage {
  /** The `clientId` of the later message, which identifies it once it has arrived. */
  readonly clientId: ClientId;
  readonly chatId: ChatId;
  readonly type: 'text' | 'emoji' | 'image' | 'file';
  /** The text, the emoji, or the name of the image or file. */
  readonly content: string;
  readonly createdAt: string;
  readonly phase: 'waiting' | 'sending' | 'failed';
  /** The progress of the upload from 0 to 1; null for messages without a file. */
  readonly progress: number | null;
  /** The size of the file in bytes. */
  readonly size?: number;
  /** An object URL of the image on this device. */
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
  /** The reason of the failure, as a sentence. */
  readonly reason?: string;
}

interface Outbox {
  readonly byChat: Readonly<Record<ChatId, readonly OutgoingMessage[]>>;
}

const none: readonly OutgoingMessage[] = [];

const useOutbox = create<Outbox>()(() => ({ byChat: {} }));

/** The messages of a chat that the server does not have yet, in the order they were written. */
export function useOutgoing(chatId: ChatId): readonly OutgoingMessage[] {
  return useOutbox(({ byChat }) => byChat[chatId] ?? none);
}

export function listOutgoing(): readonly OutgoingMessage[] {
  return Object.values(useOutbox.getState().byChat).flat();
}

/** Replaces all outgoing messages. */
export function setOutgoing(messages: readonly OutgoingMessage[]): void {
  const byChat: Record<ChatId, OutgoingMessage[]> = {};
  for (const message of messages) (byChat[message.chatId] ??= []).push(message);
  useOutbox.setState({ byChat });
}

export function addOutgoing(message: OutgoingMessage): void {
  useOutbox.setState(({ byChat }) => ({
    byChat: { ...byChat, [message.chatId]: [...(byChat[message.chatId] ?? none), message] },
  }));
}

/** Keeps the lists of the other chats identical, so that they do not re-render. */
export function changeOutgoing(
  clientId: ClientId,
  change: (message: OutgoingMessage) => readonly OutgoingMessage[],
): void {
  const chatId = listOutgoing().find((message) => message.clientId === clientId)?.chatId;
  if (chatId === undefined) return;
  useOutbox.setState(({ byChat }) => ({
    byChat: {
      ...byChat,
      [chatId]: (byChat[chatId] ?? none).flatMap((message) =>
        message.clientId === clientId ? change(message) : [message],
      ),
    },
  }));
}

export function removeOutgoing(clientId: ClientId): void {
  changeOutgoing(clientId, () => []);
}
