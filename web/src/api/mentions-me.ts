import { mentionsUser } from '@chat-app/contract';
import type { Message, UserId } from '@chat-app/contract';
import { isBlocked } from '../state/blocked-users.ts';

/** Whether the user should hear of a mention: it is by somebody else, whom the user has not blocked. */
export function mentionsMe(message: Pick<Message, 'sender' | 'mentions'>, myId: UserId): boolean {
  const { sender } = message;
  if (sender === null || sender.isMine || isBlocked(sender._id)) return false;
  return mentionsUser(message, myId);
}
