import type { ChatId, ChatListItem } from '@chat-app/contract';
import { createContext, lazy, Suspense, use, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Virtualizer } from 'virtua';
import type { CustomContainerComponentProps, CustomItemComponentProps, VirtualizerHandle } from 'virtua';
import { relativeTimeStepMs } from '../../format/relative-time.ts';
import { isPressed } from '../../browser/shortcuts.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { ChatRow } from './chat-row.tsx';
import { focusRow } from './focus-row.ts';
import { nextFocusIndex } from './roving-focus.ts';
import { useChatNavigation } from './use-chat-navigation.ts';
import { useRowMenu } from './use-row-menu.ts';
import { useSidebarMode } from './use-sidebar-mode.ts';

const ListTools = lazy(async () => ({ default: (await import('./list-tools.tsx')).ListTools }));

interface ChatListProps {
  chats: readonly ChatListItem[];
  openId: ChatId | null;
  /** The result of a search: its pinned chats cannot be moved, and archived ones are marked. */
  isSearch?: boolean;
  /** Scrolls with the list. */
  above?: ReactNode;
  abovePx?: number;
}

const rowHeightPx = 64;

/** A virtual list. Tab reaches one row, the arrow keys the others. */
export function ChatList({ chats, openId, isSearch = false, above, abovePx = 0 }: ChatListProps) {
  const nowMs = useNow(relativeTimeStepMs);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const [focusedId, setFocusedId] = useState<ChatId | null>(null);
  const tabStop = firstKnown(chats, [focusedId, openId]);
  useChatNavigation(chats);
  const isOverChat = useSidebarMode(openId) === 'overlay';
  const menu = useRowMenu();
  const pinnedIndexes = isSearch ? [] : chats.flatMap(({ pinOrder }, index) => (pinOrder === undefined ? [] : [index]));
  const isMovable = pinnedIndexes.length > 1;

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
      <div ref={scroller} className="h-full overflow-y-auto pb-2" {...menu.handlers}>
        {above}
        <Virtualizer
          ref={rows}
          data={chats}
          as={Rows}
          item={Row}
          itemSize={rowHeightPx}
          startMargin={abovePx}
          keepMounted={[tabStop, ...pinnedIndexes]}
        >
          {(chat, index) => (
            <ChatRow
              key={chat._id}
              chat={chat}
              nowMs={nowMs}
              isSelected={chat._id === openId}
              isTabStop={index === tabStop}
              isMovable={isMovable && chat.pinOrder !== undefined}
              marksArchived={isSearch}
              replacesChat={isOverChat}
              onFocus={setFocusedId}
              onKeyDown={handleKeyDown}
            />
          )}
        </Virtualizer>
      </div>
      <Suspense>
        {(isMovable || menu.wasOpened) && (
          <ListTools chats={chats} scroller={scroller} menu={menu} isMovable={isMovable} />
        )}
      </Suspense>
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

function firstKnown(chats: readonly ChatListItem[], ids: readonly (ChatId | null)[]): number {
  for (const id of ids) {
    const index = chats.findIndex(({ _id }) => _id === id);
    if (index >= 0) return index;
  }
  return 0;
}
