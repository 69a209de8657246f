import { uploadPath } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { messagesKey } from '../api/message-log.ts';
import type { MessageLog } from '../api/message-log.ts';
import type { VoiceTrack } from '../state/voice-playback.ts';
import { voiceKey } from '../state/voice-playback.ts';

/** A message as something to play. Null if its sound is neither one of our uploads nor on this device. */
export function trackOf(message: Message): VoiceTrack | null {
  const { url = '', durationMs = 0 } = message;
  const isPlayable = url.startsWith(uploadPath('')) || url.startsWith('blob:');
  return isPlayable ? { key: voiceKey(message), src: url, durationMs, message } : null;
}

/** The voice message after this one in its chat, as far as that is loaded. */
export function voiceAfter(client: QueryClient, message: Message): VoiceTrack | null {
  const { messages = [] } = logOf(client, message.chatId) ?? {};
  // What was played may have been sent meanwhile, and has its place only since then.
  const { seq } = findSent(messages, message) ?? message;
  const next = messages.find((other) => other.type === 'voice' && other.seq > seq);
  return next ? trackOf(next) : null;
}

/** Calls `onDeleted` when the message is deleted while its chat is loaded. Returns a disposer. */
export function followDeletion(client: QueryClient, message: Message, onDeleted: () => void): () => void {
  let id = message._id;
  return client.getQueryCache().subscribe(() => {
    const log = logOf(client, message.chatId);
    if (!log) return;
    id = findSent(log.messages, message)?._id ?? id;
    if (log.deletedIds.has(id)) onDeleted();
  });
}

/** A message that was played before it was sent has another id since then. */
const findSent = (messages: readonly Message[], message: Message) =>
  messages.find(({ _id }) => _id === message._id) ?? messages.find((other) => isSame(other, message));

const isSame = ({ sender, clientId }: Message, played: Message) =>
  sender?.isMine === true && clientId !== undefined && clientId === played.clientId;

const logOf = (client: QueryClient, chatId: Message['chatId']) => client.getQueryData<MessageLog>(messagesKey(chatId));
