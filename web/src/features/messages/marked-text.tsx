import type { MessageId } from '@chat-app/contract';
import { createContext, use } from 'react';
import { useIsCurrentMatch, useMarkerFor } from '../../state/find-in-chat.ts';
import type { Marker } from '../../state/find-in-chat.ts';
import { classNames } from '../../ui/class-names.ts';

interface MessageMarker {
  readonly split: Marker;
  /** Of the present match of the search, and not of another one. */
  readonly isCurrent: boolean;
}

/** Null outside of the messages that the search in the chat has found. */
export const MarkerContext = createContext<MessageMarker | null>(null);

export function useMarker(messageId: MessageId, content: string): MessageMarker | null {
  const markerFor = useMarkerFor();
  const isCurrent = useIsCurrentMatch(messageId);
  const split = markerFor?.(content) ?? null;
  return split && { split, isCurrent };
}

/** A text in which the words are marked that are searched for. */
export function MarkedText({ text }: { text: string }) {
  const marker = use(MarkerContext);
  if (!marker) return text;
  const classes = classNames('rounded-[3px] text-on-found', marker.isCurrent ? 'bg-found-current' : 'bg-found');
  return marker.split(text).map((part, index) =>
    part.isMarked ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
      <mark key={index} className={classes}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
