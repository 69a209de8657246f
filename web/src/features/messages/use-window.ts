import type { ChatId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { isBelowGap, isFar, messagesKey } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { showNewest, useMessageWindow } from '../../api/messages.ts';
import { endJump, useJumpTarget } from '../../state/jump-target.ts';
import type { JumpTarget } from '../../state/jump-target.ts';

interface MessageWindow {
  /** A part far above was shown since the chat was opened. */
  wasAway: boolean;
  /** Shows the newest messages again. */
  showNewest: () => void;
}

/** Replaces the shown part of a chat when a message is asked for that is not in it. */
export function useWindow(
  chatId: ChatId,
  log: MessageLog | undefined,
  scroller: RefObject<HTMLElement | null>,
): MessageWindow {
  const client = useQueryClient();
  const target = useJumpTarget(chatId);
  const { mutate } = useMessageWindow(chatId);
  const asked = useRef<JumpTarget | null>(null);
  const [wasAway, setWasAway] = useState(false);
  if (log?.gap && !wasAway) setWasAway(true);

  useEffect(() => {
    if (!target || !log || asked.current === target) return;
    if (isBelowGap(log, target.seq)) showNewest(client, chatId);
    else if (isFar(log, target.seq)) {
      asked.current = target;
      const { seq } = target;
      mutate(
        { log, target },
        {
          onError: () => endJump(chatId),
          onSuccess: () => {
            const found = client.getQueryData<MessageLog>(messagesKey(chatId));
            // It was deleted, or the messages of the chat were replaced meanwhile.
            if (!found || isFar(found, seq)) endJump(chatId);
          },
        },
      );
    }
  }, [chatId, client, log, mutate, target]);
  useEffect(
    () => () => {
      // Otherwise it would go on, and the chat would be there, when it is opened again.
      endJump(chatId);
      showNewest(client, chatId);
    },
    [chatId, client],
  );
  useKeptFocus(log?.generation ?? null, scroller);
  return { wasAway, showNewest: () => showNewest(client, chatId) };
}

/** The list that was replaced may have had the focus. */
function useKeptFocus(generation: number | null, scroller: RefObject<HTMLElement | null>): void {
  const shown = useRef<number | null>(null);
  useLayoutEffect(() => {
    const isReplaced = shown.current !== null && shown.current !== generation;
    shown.current = generation;
    if (isReplaced && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [generation, scroller]);
}
