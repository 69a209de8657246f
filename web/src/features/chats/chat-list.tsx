import type { ChatId, ChatListItem } from '@chat-app/contract';
import { createContext, use, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Virtualizer } from 'virtua';
import type { CustomContainerComponentProps, CustomItemComponentProps, VirtualizerHandle } from 'virtua';
import { relativeTimeStepMs } from '../../format/relative-time.ts';
import { isPressed } from '../../browser/shortcuts.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { ChatRow } from './chat-row.tsx';
import { nextFocusIndex } from './roving-focus.ts';
import { useChatNavigation } from './use-chat-navigation.ts';
import { useSidebarMode } from './use-sidebar-mode.ts';

interface ChatListProps {
  chats: readonly ChatListItem[];
  openId: ChatId | null;
}

const rowHeightPx = 64;

/** A virtual list. Tab reaches one row, the arrow keys the others. */
export function ChatList({ chats, openId }: ChatListProps) {
  const nowMs = useNow(relativeTimeStepMs);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const [focusedId, setFocusedId] = useState<ChatId | null>(null);
  const tabStop = firstKnown(chats, [focusedId, openId]);
  useChatNavigation(chats);
  const isOverChat = useSidebarMode(openId) === 'overlay';

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isPressed(event, 'moveInList')) return;
    const next = nextFocusIndex(event.key, tabStop, chats.length);
    const chat = next === null ? undefined : chats[next];
    if (next === null || !chat) return;
    event.preventDefault();
    flushSync(() => setFocusedId(chat._id));
    rows.current?.scrollToIndex(next, { align: 'nearest' });
    if (scroller.current) focusRow(scroller.current, next);
  };

  return (
    <ListSize value={chats.length}>
      <div ref={scroller} className="h-full overflow-y-auto pb-2">
        <Virtualizer ref={rows} data={chats} as={Rows} item={Row} itemSize={rowHeightPx} keepMounted={[tabStop]}>
          {(chat, index) => (
            <ChatRow
              key={chat._id}
              chat={chat}
              nowMs={nowMs}
              isSelected={chat._id === openId}
              isTabStop={index === tabStop}
              replacesChat={isOverChat}
              onFocus={setFocusedId}
              onKeyDown={handleKeyDown}
            />
          )}
        </Virtualizer>
      </div>
    </ListSize>
  );
}

/** The total number of rows. Most of them are not mounted, so screen readers need the count. */
const ListSize = createContext(0);

function Rows(props: CustomContainerComponentProps) {
  return <ul aria-label="Chats" {...props} />;
}

function Row({ index, ...rest }: CustomItemComponentProps) {
  return <li aria-setsize={use(ListSize)} aria-posinset={index + 1} data-row={index} {...rest} />;
}

/** A newly mounted row stays hidden until it is measured, and a hidden row cannot take the focus, so retry. */
function focusRow(scroller: HTMLElement, index: number, triesLeft = 10): void {
  const link = scroller.querySelector<HTMLElement>(`[data-row="${index}"] a`);
  link?.focus({ preventScroll: true });
  if (document.activeElement === link || triesLeft === 0) return;
  requestAnimationFrame(() => focusRow(scroller, index, triesLeft - 1));
}

function firstKnown(chats: readonly ChatListItem[], ids: readonly (ChatId | null)[]): number {
  for (const id of ids) {
    const index = chats.findIndex(({ _id }) => _id === id);
    if (index >= 0) return index;
  }
  return 0;
}
