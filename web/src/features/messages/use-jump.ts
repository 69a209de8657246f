import { type ChatId, limits, type Message, type MessageId } from '@chat-app/contract';
import { createContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { isBelowGap, isFar, oldestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { endJump, useJumpTarget } from '../../state/jump-target.ts';
import type { JumpTarget } from '../../state/jump-target.ts';
import type { ListRow } from './layout-messages.ts';
import { pinnedBarPx } from './pinned-bar.tsx';

/** The message that is highlighted after a jump to it. */
export const HighlightContext = createContext<MessageId | null>(null);

const highlightMs = 2000;

interface JumpDeps {
  log: MessageLog;
  rows: readonly ListRow[];
  list: RefObject<VirtualizerHandle | null>;
  older: { isError: boolean; fetchOnce: (limit: number) => void };
  /** The reader no longer follows the newest message. */
  leaveBottom: () => void;
  /** Looks where the reader is after scrolling. */
  checkBottom: () => void;
}

/**
 * Scrolls to the message that was asked for, loading the pages between if it is near, and highlights it for a moment. For
 * one in another part of the chat, the list is replaced (`use-window.ts`).
 */
export function useJump(
  chatId: ChatId,
  { log, rows, list, older, leaveBottom, checkBottom }: JumpDeps,
): MessageId | null {
  const target = useJumpTarget(chatId);
  const [highlighted, setHighlighted] = useState<MessageId | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const index = target ? rows.findIndex((row) => row.kind === 'message' && isTarget(row.message, target)) : -1;

  // Before the first frame: the list may have been mounted for the jump.
  useLayoutEffect(() => {
    if (!target || isBelowGap(log, target.seq)) return;
    // The list will be replaced.
    if (index < 0 && isFar(log, target.seq)) return;
    if (index >= 0) {
      leaveBottom();
      const { align = 'center' } = target;
      list.current?.scrollToIndex(index, { align, offset: align === 'start' ? -pinnedBarPx : 0 });
      // Without a scroll bar there is no scroll event, and the reader is at the bottom still.
      checkBottom();
      const row = rows[index];
      setHighlighted(row?.kind === 'message' ? row.message._id : null);
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = setTimeout(() => setHighlighted(null), highlightMs);
      endJump(chatId);
    } else if (log.hasOlder && target.seq <= oldestSeq(log) && !older.isError) {
      leaveBottom();
      older.fetchOnce(limits.messagePageMax);
    } else endJump(chatId);
    // oxlint-disable-next-line react/exhaustive-deps -- each page and each target is looked at once
  }, [target, log, index, older.isError]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return highlighted;
}

function isTarget({ _id, seq }: Message, target: JumpTarget): boolean {
  return target.messageId === null ? seq === target.seq : _id === target.messageId;
}
