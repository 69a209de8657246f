import type { Message } from '@chat-app/contract';
import { dayLabel, isSameDay } from '../../lib/day-label.ts';

export type MessageListItem =
  | { kind: 'day'; key: string; label: string }
  | { kind: 'message'; key: string; message: Message; isFirstOfSender: boolean };

/** Messages with a line above each new day. */
export function layOutMessages(messages: readonly Message[], nowMs: number): MessageListItem[] {
  return messages.flatMap((message, index) => {
    const before = messages[index - 1];
    const isNewDay = !before || !isSameDay(new Date(before.createdAt), new Date(message.createdAt));
    const isFirstOfSender = isNewDay || before.sender?._id !== message.sender?._id;
    const item: MessageListItem = { kind: 'message', key: message._id, message, isFirstOfSender };
    if (!isNewDay) return [item];
    const label = dayLabel(message.createdAt, nowMs);
    return [{ kind: 'day', key: `day-${message._id}`, label }, item];
  });
}
