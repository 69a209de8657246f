import type { ChatId } from '@chat-app/contract';
import { useLayoutEffect, useRef } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { oldestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { useOlderMessages } from '../../api/messages.ts';
import { useNow } from '../../lib/use-now.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { layOutMessages } from './layout-messages.ts';
import { MessageItem } from './message-item.tsx';

interface MessageScrollerProps {
  chatId: ChatId;
  log: MessageLog;
  isGroup: boolean;
}

const minuteMs = 60_000;
/** Nearer to the top than this, the page before is fetched. */
const fetchAheadPx = 400;
/** Nearer to the end than this counts as reading along. */
const endSlackPx = 48;

/** The newest message at the bottom; who reads along stays there, who scrolled up is left in peace. */
export function MessageScroller({ chatId, log, isGroup }: MessageScrollerProps) {
  const nowMs = useNow(minuteMs);
  const rows = useRef<VirtualizerHandle>(null);
  const items = layOutMessages(log.messages, nowMs);
  const older = useOlderMessages(chatId);

  // Scrolling and measuring report several times before the next drawing; the same page is asked for once.
  const askedAt = useRef<number | null>(null);
  const fetchOlder = () => {
    askedAt.current = oldestSeq(log);
    older.mutate(log);
  };
  const fetchOlderWhenNear = () => {
    const view = rows.current;
    const isWanted = log.hasOlder && askedAt.current !== oldestSeq(log);
    if (isWanted && view && view.scrollOffset < fetchAheadPx) fetchOlder();
  };
  const stay = useStayAtEnd(rows, log.messages.at(-1)?._id ?? '');

  return (
    <section
      aria-label="Messages"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable to be scrolled by keys
      tabIndex={0}
      className="flex h-full flex-col overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
    >
      <div className="grow" />
      <OlderStatus isLoading={older.isPending} hasFailed={older.isError} onRetry={fetchOlder} />
      <Virtualizer
        ref={rows}
        data={items}
        // What is being read stays where it is when messages come in above it.
        shift={log.growth === 'above'}
        onScroll={() => {
          stay.note();
          fetchOlderWhenNear();
        }}
        onResize={() => {
          stay.keep();
          fetchOlderWhenNear();
        }}
      >
        {(item) => (
          <div key={item.key} className="mx-auto w-full max-w-[820px] px-4 roomy:px-6">
            {item.kind === 'day' ? (
              <p className="flex justify-center pt-4 pb-1">
                <span className="rounded-full bg-hover px-3 py-0.5 text-13 font-medium text-muted">{item.label}</span>
              </p>
            ) : (
              <MessageItem message={item.message} isGroup={isGroup} isFirstOfSender={item.isFirstOfSender} />
            )}
          </div>
        )}
      </Virtualizer>
      <div className="h-5 shrink-0" />
    </section>
  );
}

interface OlderStatusProps {
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

function OlderStatus({ isLoading, hasFailed, onRetry }: OlderStatusProps) {
  return (
    <div className="relative h-0 shrink-0">
      <output className="absolute inset-x-0 top-3 z-1 flex justify-center">
        {isLoading && (
          <span className="flex animate-appear-late rounded-full bg-raised p-2 shadow-card">
            <Spinner className="size-4 text-accent" />
            <span className="sr-only">Loading older messages</span>
          </span>
        )}
        {hasFailed && (
          <button
            type="button"
            onClick={onRetry}
            className="min-h-11 rounded-full bg-raised px-4 text-13 font-medium text-accent shadow-card roomy:min-h-9"
          >
            Older messages could not be loaded. Retry
          </button>
        )}
      </output>
    </div>
  );
}

function useStayAtEnd(rows: { current: VirtualizerHandle | null }, newestId: string) {
  const isAtEnd = useRef(true);
  const keep = () => {
    const view = rows.current;
    if (view && isAtEnd.current) view.scrollTo(view.scrollSize);
  };
  useLayoutEffect(keep, [newestId, rows]);
  return {
    note: () => {
      const view = rows.current;
      if (view) isAtEnd.current = view.scrollOffset + view.viewportSize >= view.scrollSize - endSlackPx;
    },
    keep,
  };
}
