import type { ChatId, ChatMember } from '@chat-app/contract';
import { useRef } from 'react';
import type { RefObject } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { useChat } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { oldestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { useNewerMessages, useOlderMessages } from '../../api/messages.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { useShortcut } from '../../browser/use-shortcut.ts';
import { useIsSelecting } from '../../state/message-selection.ts';
import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { jumpTo } from '../../state/jump-target.ts';
import { JumpToLatest } from './jump-to-latest.tsx';
import { JumpToMention } from './jump-to-mention.tsx';
import { AtBottomContext } from './link-preview-card.tsx';
import { layOutMessages } from './layout-messages.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageRow } from './message-row.tsx';
import { NewMessageAnnouncer } from './new-message-announcer.tsx';
import { OlderMessagesStatus } from './older-messages-status.tsx';
import { PinnedBar, pinnedBarPx } from './pinned-bar.tsx';
import { SeenBy } from './seen-by.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { HighlightContext, useJump } from './use-jump.ts';
import { useOpenAtUnread } from './use-open-at-unread.ts';
import { useMessageKeys } from './use-message-keys.ts';
import { usePrependBeforeAppend } from './use-prepend-before-append.ts';
import { useSeenMentions } from './use-seen-mentions.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';
import type { UnreadMentions } from './use-unread-mentions.ts';

interface MessageScrollerProps {
  chatId: ChatId;
  log: MessageLog;
  firstUnreadSeq: number | null;
  /** It begins with the first unread message; otherwise with the newest one. */
  opensAtUnread: boolean;
  outgoing: readonly OutgoingMessage[];
  isGroup: boolean;
  actions: MessageActions;
  mentions: UnreadMentions;
  scroller: RefObject<HTMLElement | null>;
  /** Shows the newest messages instead of a part far above. */
  onReturn: () => void;
}

const minuteMs = 60_000;
const noMembers: readonly ChatMember[] = [];
/** Within this distance of an end, the next page there is fetched. */
const fetchAheadPx = 600;
/** The number of rows at the end that are always mounted for a reader at the end, so the first frame is complete. */
const mountedAtEnd = 20;

/** The messages of a chat, the newest at the bottom. */
export function MessageScroller({
  chatId,
  log,
  firstUnreadSeq,
  opensAtUnread,
  outgoing,
  isGroup,
  actions,
  mentions,
  scroller,
  onReturn,
}: MessageScrollerProps) {
  const nowMs = useNow(minuteMs);
  const me = useMe();
  const members = useChat(chatId).data?.members ?? noMembers;
  const { rows, hasPrepended } = usePrependBeforeAppend(
    layOutMessages({ log, outgoing, members, me, nowMs, firstUnreadSeq }),
  );
  const older = useFetchOlder(chatId, log);
  const fetchNewer = useFetchNewer(chatId, log);
  const list = useRef<VirtualizerHandle>(null);
  const bottom = useStickToBottom(
    { scroller, list },
    { log, lastKey: rows.at(-1)?.key ?? '', outgoingCount: outgoing.length, onReturn },
  );
  const fetchWhenNear = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = scroller.current ?? {};
    if (scrollTop < fetchAheadPx) older.fetchOnce();
    if (scrollHeight - clientHeight - scrollTop < fetchAheadPx) fetchNewer();
  };
  const jump = () => {
    bottom.scrollToBottom();
    // The button disappears at the end, so the focus must move.
    scroller.current?.focus({ preventScroll: true });
  };
  // The shortcut keeps the focus, which is mostly in the message field.
  useShortcut('jumpToLatest', bottom.scrollToBottom);
  const isSelecting = useIsSelecting(chatId);
  const highlighted = useJump(chatId, {
    log,
    rows,
    list,
    older,
    leaveBottom: bottom.leave,
    checkBottom: bottom.settle,
  });
  const checkMentions = useSeenMentions(mentions, { rows, list });
  const jumpToMention = (seq: number) => {
    mentions.markSeen([seq]);
    jumpTo({ chatId, messageId: null, seq });
    // The button disappears after the last one.
    if (mentions.seqs.length === 1) scroller.current?.focus({ preventScroll: true });
  };
  useOpenAtUnread({ rows, list, firstUnreadSeq: opensAtUnread ? firstUnreadSeq : null, bottom });
  const focusedIndex = useMessageKeys({
    scroller,
    list,
    rows,
    isActive: !isSelecting,
    leaveBottom: bottom.leave,
    onOpenMenu: actions.onOpenMenu,
  });
  // Not for a reader further up: measuring new rows far below could move the visible ones.
  const mountedCount = bottom.isAtBottom ? Math.min(mountedAtEnd, rows.length) : 0;
  const kept = new Set(Array.from({ length: mountedCount }, (_, index) => rows.length - mountedCount + index));
  if (focusedIndex !== -1) kept.add(focusedIndex);

  return (
    <div className="relative h-full">
      {!isSelecting && <PinnedBar chatId={chatId} />}
      <SelectionBar chatId={chatId} log={log} scroller={scroller} onRequestForward={actions.onRequestForward} />
      <OlderMessagesStatus isLoading={older.isPending} hasFailed={older.isError} onRetry={older.fetch} />
      <section
        ref={scroller}
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
        tabIndex={0}
        className="unmeasured-list flex h-full flex-col overflow-x-hidden overflow-y-auto scroll-pt-12 overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="grow" style={{ minHeight: pinnedBarPx }} />
        <AtBottomContext value={bottom.isAtBottom}>
          <HighlightContext value={highlighted}>
            <Virtualizer
              ref={list}
              as="ol"
              item="li"
              data={rows}
              startMargin={pinnedBarPx}
              // Keeps the visible rows in place when messages are added above.
              shift={hasPrepended}
              keepMounted={[...kept]}
              onScroll={() => {
                bottom.handleScroll();
                fetchWhenNear();
                checkMentions();
              }}
              onResize={() => {
                bottom.stick();
                fetchWhenNear();
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
          </HighlightContext>
        </AtBottomContext>
        <SeenBy
          message={isGroup && outgoing.length === 0 && !log.gap ? (log.messages.at(-1) ?? null) : null}
          onShowSeenBy={actions.onShowSeenBy}
        />
      </section>
      <div className="absolute right-4 bottom-4 z-raised flex flex-col gap-3 roomy:right-6">
        <JumpToMention seqs={mentions.seqs} onJump={jumpToMention} />
        {!bottom.isAtBottom && <JumpToLatest newCount={bottom.newCount} onJump={jump} />}
      </div>
      <NewMessageAnnouncer log={log} />
    </div>
  );
}

function useFetchOlder(chatId: ChatId, log: MessageLog) {
  const { mutate, isPending, isError } = useOlderMessages(chatId);
  // Scroll and resize fire several times before the next render; fetch each page only once.
  const requestedSeq = useRef<number | null>(null);
  const fetch = (limit?: number) => {
    requestedSeq.current = oldestSeq(log);
    mutate({ log, ...(limit !== undefined && { limit }) });
  };
  return {
    isPending,
    isError,
    fetch: () => fetch(),
    fetchOnce: (limit?: number) => {
      if (log.hasOlder && !isPending && requestedSeq.current !== oldestSeq(log)) fetch(limit);
    },
  };
}

/** Returns a function that fetches the next page below a part far above, each once, and again after a failure. */
function useFetchNewer(chatId: ChatId, log: MessageLog): () => void {
  const { mutate, isPending, isError } = useNewerMessages(chatId);
  const requestedSeq = useRef<number | null>(null);
  return () => {
    if (!log.gap || isPending || (requestedSeq.current === log.gap.after && !isError)) return;
    requestedSeq.current = log.gap.after;
    mutate(log);
  };
}
