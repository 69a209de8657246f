import type { ChatId, ChatMember } from '@chat-app/contract';
import { useRef } from 'react';
import type { RefObject } from 'react';
import { Virtualizer } from 'virtua';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { oldestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { useOlderMessages } from '../../api/messages.ts';
import { useNow } from '../../lib/use-now.ts';
import { useShortcut } from '../../browser/use-shortcut.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { JumpToLatest } from './jump-to-latest.tsx';
import { ReadsAtEnd } from './link-preview-card.tsx';
import { layOutMessages } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageRow } from './message-row.tsx';
import { NewMessageAnnouncer } from './new-message-announcer.tsx';
import { OlderStatus } from './older-status.tsx';
import { useOneEndAtATime } from './use-one-end-at-a-time.ts';
import { useReadingPlace } from './use-reading-place.ts';

interface MessageScrollerProps {
  chatId: ChatId;
  log: MessageLog;
  outgoing: readonly OutgoingMessage[];
  isGroup: boolean;
  actions: MessageActions;
  scroller: RefObject<HTMLElement | null>;
}

const minuteMs = 60_000;
const noMembers: readonly ChatMember[] = [];
/** Within this distance of the top, the previous page is fetched. */
const fetchAheadPx = 600;
/** The number of rows at the end that are always mounted for a reader at the end, so the first frame is complete. */
const keptAtEnd = 20;

/** The messages of a chat, the newest at the bottom. */
export function MessageScroller({ chatId, log, outgoing, isGroup, actions, scroller }: MessageScrollerProps) {
  const nowMs = useNow(minuteMs);
  const me = useMe();
  const members = useChat(chatId).data?.members ?? noMembers;
  const { rows, hasGrownAbove } = useOneEndAtATime(layOutMessages({ log, outgoing, members, me, nowMs }));
  const older = useFetchOlder(chatId, log);
  const place = useReadingPlace(scroller, {
    log,
    lastKey: rows.at(-1)?.key ?? '',
    outgoingCount: outgoing.length,
  });
  const fetchOlderWhenNear = () => {
    if ((scroller.current?.scrollTop ?? 0) < fetchAheadPx) older.fetchOnce();
  };
  const jump = () => {
    place.jump();
    // The button disappears at the end, so the focus must move.
    scroller.current?.focus({ preventScroll: true });
  };
  // The shortcut keeps the focus, which is mostly in the message field.
  useShortcut('jumpToLatest', place.jump);
  // Not for a reader further up: measuring new rows far below could move the visible ones.
  const keptCount = place.isAtEnd ? Math.min(keptAtEnd, rows.length) : 0;

  return (
    <div className="relative h-full">
      <OlderStatus isLoading={older.isPending} hasFailed={older.isError} onRetry={older.fetch} />
      <section
        ref={scroller}
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
        tabIndex={0}
        className="unmeasured-list flex h-full flex-col overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="grow" />
        <ReadsAtEnd value={place.isAtEnd}>
          <Virtualizer
            as="ol"
            item="li"
            data={rows}
            // Keeps the visible rows in place when messages are added above.
            shift={hasGrownAbove}
            keepMounted={Array.from({ length: keptCount }, (_, index) => rows.length - keptCount + index)}
            onScroll={() => {
              place.note();
              fetchOlderWhenNear();
            }}
            onResize={() => {
              place.keep();
              fetchOlderWhenNear();
            }}
          >
            {(row) =>
              row.kind === 'blank' ? (
                <div key={row.key} />
              ) : (
                <MessageRow key={row.key} row={row} isGroup={isGroup} actions={actions} />
              )
            }
          </Virtualizer>
        </ReadsAtEnd>
        <div className="h-5 shrink-0" />
      </section>
      {!place.isAtEnd && <JumpToLatest newCount={place.newCount} onJump={jump} />}
      <NewMessageAnnouncer log={log} />
    </div>
  );
}

function useFetchOlder(chatId: ChatId, log: MessageLog) {
  const { mutate, isPending, isError } = useOlderMessages(chatId);
  // Scroll and resize fire several times before the next render; fetch each page only once.
  const askedAt = useRef<number | null>(null);
  const fetch = () => {
    askedAt.current = oldestSeq(log);
    mutate(log);
  };
  return {
    isPending,
    isError,
    fetch,
    fetchOnce: () => {
      if (log.hasOlder && !isPending && askedAt.current !== oldestSeq(log)) fetch();
    },
  };
}
