import type { Message } from '@chat-app/contract';
import { clockTime } from '../../lib/day-label.ts';

/** What happened in the chat, rather than what somebody said. */
export function MessageNotice({ message }: { message: Message }) {
  return (
    <p className="flex justify-center px-4 pt-3 text-center text-13 text-muted">
      {/* An English sentence, also where it begins with a name from right to left. */}
      <bdi dir="ltr" className="overflow-clip wrap-anywhere" title={clockTime(message.createdAt)}>
        {message.content}
      </bdi>
    </p>
  );
}
