import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { newestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';

/** Within this distance the reader counts as being at the end. */
const endSlackPx = 48;

type Place = { phase: 'at-end' } | { phase: 'above'; seenSeq: number };

interface Drawn {
  log: MessageLog;
  /** Changes when something is added at the end. */
  lastKey: string;
  /** The number of outgoing messages. */
  outgoingCount: number;
}

/** Keeps a reader who is at the end there, and does not move one who has scrolled up. */
export function useReadingPlace(scroller: RefObject<HTMLElement | null>, { log, lastKey, outgoingCount }: Drawn) {
  const [place, setPlace] = useState<Place>({ phase: 'at-end' });
  // Refs, because browser events read them between two renders.
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const lastHeight = useRef(0);
  const outgoingBefore = useRef(outgoingCount);

  const keep = () => {
    const view = scroller.current;
    if (!view || !isAtEnd.current) return;
    view.scrollTop = view.scrollHeight;
    lastTop.current = view.scrollTop;
    lastHeight.current = view.clientHeight;
  };
  const jump = () => {
    isAtEnd.current = true;
    setPlace({ phase: 'at-end' });
    keep();
  };
  const note = (): void => {
    const view = scroller.current;
    if (!view) return;
    const isNowAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - endSlackPx;
    const hasMovedUp = view.scrollTop < lastTop.current;
    const hasResized = view.clientHeight !== lastHeight.current;
    lastTop.current = view.scrollTop;
    lastHeight.current = view.clientHeight;
    if (isNowAtEnd === isAtEnd.current) return;
    // The reader did not scroll: messages turned out taller than estimated, or the field below has grown.
    if (!isNowAtEnd && (!hasMovedUp || hasResized)) return keep();
    isAtEnd.current = isNowAtEnd;
    setPlace(isNowAtEnd ? { phase: 'at-end' } : { phase: 'above', seenSeq: newestSeq(log) });
  };

  useLayoutEffect(() => {
    const hasWritten = outgoingCount > outgoingBefore.current;
    outgoingBefore.current = outgoingCount;
    if (hasWritten) jump();
    else keep();
    // oxlint-disable-next-line react/exhaustive-deps -- only additions at the end require it
  }, [lastKey, outgoingCount]);

  // The list reports a changed message height before it has grown itself, when there is nothing to scroll to yet.
  // Observe the rendered height instead.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(keep);
    for (const part of scroller.current?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- it reads nothing that changes between two renders
  }, []);

  const newCount =
    place.phase === 'above'
      ? log.messages.filter(({ seq, sender }) => seq > place.seenSeq && sender !== null && !sender.isMine).length
      : 0;
  return { isAtEnd: place.phase === 'at-end', newCount, keep, jump, note };
}
