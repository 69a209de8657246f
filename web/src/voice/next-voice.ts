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
export function voiceAfter(client: QueryClient, { chatId, _id, seq, clientId }: Message): VoiceTrack | null {
  const { messages = [] } = logOf(client, chatId) ?? {};
  // What was played may have been sent meanwhile, and has its place only since then.
  const sent = messages.find((other) => other._id === _id || (other.sender?.isMine && other.clientId === clientId));
  const next = messages.find((other) => other.type === 'voice' && other.seq > (sent?.seq ?? seq));
  return next ? trackOf(next) : null;
}

/** Whether the message was deleted while its chat was loaded. */
export function isDeleted(client: QueryClient, { chatId, _id }: Message): boolean {
  return logOf(client, chatId)?.deletedIds.has(_id) ?? false;
}

const logOf = (client: QueryClient, chatId: Message['chatId']) => client.getQueryData<MessageLog>(messagesKey(chatId));
