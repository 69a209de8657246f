import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { inNextFrame, isPageVisible } from '../../browser/page.ts';
import type { ListRow } from './layout-messages.ts';
import type { UnreadMentions } from './use-unread-mentions.ts';

/** Marks mentions as seen that are within the visible part of the list. Returns what to call when it scrolls. */
export function useSeenMentions(
  { seqs, markSeen }: UnreadMentions,
  { rows, list }: { rows: readonly ListRow[]; list: RefObject<VirtualizerHandle | null> },
): () => void {
  const check = () => {
    const view = list.current;
    if (!view || seqs.length === 0 || !isPageVisible()) return;
    const first = view.findItemIndex(view.scrollOffset);
    const last = view.findItemIndex(view.scrollOffset + view.viewportSize);
    markSeen(rows.slice(first, last + 1).flatMap((row) => (row.kind === 'message' ? row.message.seq : [])));
  };
  // Those that are shown without scrolling.
  useEffect(
    () => inNextFrame(check),
    // oxlint-disable-next-line react/exhaustive-deps -- only what is added can be shown without scrolling
    [rows.length, seqs.length],
  );
  return check;
}
