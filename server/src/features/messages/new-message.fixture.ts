import type { ChatId, ClientId, MessageId, UserId } from '@chat-app/contract';
import { newId } from '../../platform/ids.ts';
import type { NewMessage } from './message-batches.repository.ts';

/** A text, by default of nobody in no chat. */
export const aNewMessage = (given: Partial<NewMessage> = {}): NewMessage => ({
  id: newId<MessageId>(),
  chatId: newId<ChatId>(),
  authorId: newId<UserId>(),
  type: 'text',
  content: 'hi',
  clientId: newId<ClientId>(),
  uploadFile: null,
  fileSize: null,
  transferStatus: null,
  voice: null,
  quoted: null,
  forwardedFrom: null,
  mentions: null,
  ...given,
});
