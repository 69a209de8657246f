import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ListRow } from './layout-messages.ts';

/** What is visible above the divider. */
const marginPx = 48;

interface OpenAtUnreadDeps {
  rows: readonly ListRow[];
  list: RefObject<VirtualizerHandle | null>;
  firstUnreadSeq: number | null;
  bottom: { isFollowing: () => boolean; leave: (seenSeq: number) => void; settle: () => void };
}

/** Scrolls to the first unread message when the chat is opened, unless the reader has scrolled before it is known. */
export function useOpenAtUnread({ rows, list, firstUnreadSeq, bottom }: OpenAtUnreadDeps): void {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (firstUnreadSeq === null || isDone.current) return;
    const index = rows.findIndex((row) => row.kind === 'message' && row.isFirstUnread);
    if (index === -1) return;
    isDone.current = true;
    // The reader has scrolled, or jumped to a message.
    if (!bottom.isFollowing()) return;
    bottom.leave(firstUnreadSeq - 1);
    list.current?.scrollToIndex(index, { align: 'start', offset: -marginPx });
    bottom.settle();
    // oxlint-disable-next-line react/exhaustive-deps -- only the first time that it is known
  }, [firstUnreadSeq, rows]);
}
