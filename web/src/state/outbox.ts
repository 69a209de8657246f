import type { ChatId, ClientId } from '@chat-app/contract';
import { create } from 'zustand';

/** A message on its way: shown at once, kept until the server has it. */
export interface OutgoingMessage {
  /** Also the message's `clientId`, by which it is known once it has arrived. */
  readonly clientId: ClientId;
  readonly chatId: ChatId;
  readonly type: 'text' | 'emoji' | 'image' | 'file';
  /** As in a message: the text, the emoji, the address of the image, the name of the file. */
  readonly content: string;
  readonly createdAt: string;
  readonly phase: 'waiting' | 'sending' | 'failed';
  /** Of an upload, from 0 to 1; null for what is not uploaded. */
  readonly progress: number | null;
  /** Bytes of a file. */
  readonly size?: number;
  /** A picture from this device, while it is not on the server yet. */
  readonly previewUrl?: string;
  readonly width?: number;
  readonly height?: number;
  /** Why it failed, as a sentence. */
  readonly reason?: string;
}

interface Outbox {
  readonly byChat: Readonly<Record<ChatId, readonly OutgoingMessage[]>>;
}

const none: readonly OutgoingMessage[] = [];

const useOutbox = create<Outbox>()(() => ({ byChat: {} }));

/** What this person has written in a chat and the server does not have yet, in the order it was written. */
export function useOutgoing(chatId: ChatId): readonly OutgoingMessage[] {
  return useOutbox(({ byChat }) => byChat[chatId] ?? none);
}

export function listOutgoing(): readonly OutgoingMessage[] {
  return Object.values(useOutbox.getState().byChat).flat();
}

/** Shows exactly these, in this order. */
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

/** Leaves the lists of all other chats the same, so that nothing is drawn anew there. */
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
