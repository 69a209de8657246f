import type { ClientId, MessageId } from '@chat-app/contract';
import type { DeviceId } from '../../platform/ids.ts';
import type { Voice } from '../uploads/index.ts';
import type { NewMessage } from './message-batches.repository.ts';

/** A message to be sent to a chat. */
export interface OutgoingMessage extends Pick<NewMessage, 'chatId' | 'authorId' | 'type' | 'content'> {
  readonly clientId?: ClientId | undefined;
  readonly uploadFile?: string;
  readonly fileSize?: number;
  readonly voice?: Voice | null;
  readonly transferStatus?: 'completed' | 'cancelled';
  readonly replyTo?: MessageId | undefined;
  /** The device that receives its own message by acknowledgement. */
  readonly sentFrom?: DeviceId | undefined;
  /** When the server received it (`Date.now()`), if it had work to do before. */
  readonly acceptedAt?: number;
}
