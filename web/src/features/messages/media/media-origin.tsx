import type { Message } from '@chat-app/contract';
import { senderName } from '../../../format/people.ts';
import { sentOn } from './media-labels.ts';

interface MediaOriginProps {
  message: Message;
  /** What stands before the sender. */
  size?: string;
}

/** Who sent it, and when. Only the name is cut if there is not enough space. */
export function MediaOrigin({ message, size }: MediaOriginProps) {
  return (
    <span className="flex text-13 whitespace-pre text-muted tabular-nums">
      {size && <span className="shrink-0">{size} · </span>}
      <bdi className="truncate">{senderName(message)}</bdi>
      <span className="shrink-0"> · {sentOn(message)}</span>
    </span>
  );
}
