import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { newestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';

/** Within this distance the reader counts as being at the bottom. */
const bottomSlackPx = 48;
/** Below every list: the browser limits it to the end. */
const belowTheEndPx = Number.MAX_SAFE_INTEGER;

type ScrollState = { phase: 'at-bottom' } | { phase: 'above'; seenSeq: number };

interface Rendered {
  log: MessageLog;
  /** Changes when something is added at the end. */
  lastKey: string;
  /** The number of outgoing messages. */
  outgoingCount: number;
  /** Shows the newest messages instead of a part far above. */
  onReturn: () => void;
}

interface Scrolled {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
}

/** Keeps a reader who is at the bottom there, and does not move one who has scrolled up. */
export function useStickToBottom({ scroller, list }: Scrolled, { log, lastKey, outgoingCount, onReturn }: Rendered) {
  // The end of a part far above is not the end of the chat.
  const isApart = log.gap !== null;
  const [scroll, setScroll] = useState<ScrollState>(() =>
    isApart ? { phase: 'above', seenSeq: newestSeq(log) } : { phase: 'at-bottom' },
  );
  // Refs, because browser events read them between two renders.
  const isAtBottom = useRef(!isApart);
  const last = useRef<Place>({ top: 0, height: 0, scrollHeight: 0 });
  const outgoingBefore = useRef(outgoingCount);
  const isSettling = useRef(false);

  const stick = () => {
    const view = scroller.current;
    if (!view || !isAtBottom.current) return;
    view.scrollTop = view.scrollHeight;
    last.current = placeOf(view);
  };
  const scrollToBottom = () => {
    if (isApart) return onReturn();
    isAtBottom.current = true;
    setScroll({ phase: 'at-bottom' });
    // Cancels a scroll of the list to an index, which goes on until the rows there are measured.
    list.current?.scrollTo(belowTheEndPx);
    stick();
  };
  /** Something above is about to be shown: the reader no longer follows the newest message. */
  const leave = (seenSeq = newestSeq(log)) => {
    if (!isAtBottom.current) return;
    isAtBottom.current = false;
    setScroll({ phase: 'above', seenSeq });
  };
  const handleScroll = (): void => {
    const view = scroller.current;
    if (!view || isSettling.current) return;
    const [before, now] = [last.current, placeOf(view)];
    last.current = now;
    const isNowAtBottom = !isApart && distanceToEnd(now) <= bottomSlackPx;
    if (isNowAtBottom === isAtBottom.current) return;
    if (!isNowAtBottom && !hasReaderMovedUp(before, now)) return stick();
    isAtBottom.current = isNowAtBottom;
    setScroll(isNowAtBottom ? { phase: 'at-bottom' } : { phase: 'above', seenSeq: newestSeq(log) });
  };

  /** Looks where the reader is once the rows that were scrolled to are measured: until then their heights are estimates. */
  const settle = () => {
    if (!scroller.current || isSettling.current) return;
    isSettling.current = true;
    whenStill(scroller.current, () => {
      isSettling.current = false;
      handleScroll();
    });
  };

  useLayoutEffect(() => {
    const hasWritten = outgoingCount > outgoingBefore.current;
    outgoingBefore.current = outgoingCount;
    if (hasWritten) scrollToBottom();
    else stick();
    // oxlint-disable-next-line react/exhaustive-deps -- only additions at the end require it
  }, [lastKey, outgoingCount]);

  useRenderedHeight(scroller, stick);
  return {
    isAtBottom: scroll.phase === 'at-bottom',
    /** The same between two renders. */
    isFollowing: () => isAtBottom.current,
    newCount: countNew(log, scroll),
    stick,
    leave,
    settle,
    scrollToBottom,
    handleScroll,
  };
}

interface Place {
  readonly top: number;
  readonly height: number;
  readonly scrollHeight: number;
}

const placeOf = ({ scrollTop: top, clientHeight: height, scrollHeight }: HTMLElement): Place => ({
  top,
  height,
  scrollHeight,
});
const distanceToEnd = ({ top, height, scrollHeight }: Place) => scrollHeight - height - top;

/** Whether a reader who was at the bottom has scrolled up, and not the page by itself. */
function hasReaderMovedUp(before: Place, now: Place): boolean {
  // Messages turned out taller than estimated, or the field below has grown.
  if (now.top >= before.top || now.height !== before.height) return false;
  // A row above became smaller, such as a link without a preview: the browser moved up to the new end, and the list once
  // more by the same, to keep in place what is already there.
  const shrunkBy = before.scrollHeight - now.scrollHeight;
  return shrunkBy <= 0 || distanceToEnd(now) > shrunkBy + 1;
}

/**
 * The list reports a changed message height before it has grown itself, when there is nothing to scroll to yet. This
 * observes the rendered height instead.
 */
function useRenderedHeight(scroller: RefObject<HTMLElement | null>, onChange: () => void): void {
  useLayoutEffect(() => {
    const observer = new ResizeObserver(onChange);
    for (const part of scroller.current?.children ?? []) observer.observe(part);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- it reads nothing that changes between two renders
  }, []);
}

/** The messages of others below what a reader further up has seen. */
function countNew({ messages }: MessageLog, scroll: ScrollState): number {
  if (scroll.phase === 'at-bottom') return 0;
  return messages.filter(({ seq, sender }) => seq > scroll.seenSeq && sender !== null && !sender.isMine).length;
}

const stillFrames = 3;
const maxFrames = 60;

/** Calls `then` when the element has neither scrolled nor grown for a few frames. */
function whenStill(view: HTMLElement, then: () => void): void {
  let [frames, still, last] = [0, 0, ''];
  const check = () => {
    const now = `${view.scrollTop} ${view.scrollHeight}`;
    still = now === last ? still + 1 : 0;
    last = now;
    frames += 1;
    if (still >= stillFrames || frames >= maxFrames) then();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
