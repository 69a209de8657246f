import type { ChatId, SearchResult } from '@chat-app/contract';
import { limits } from '@chat-app/contract';
import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useChatList, useCreateChat } from '../../api/chats.ts';
import { useFriends } from '../../api/friendships.ts';
import { useMessageSearch } from '../../api/search.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { jumpTo } from '../../state/jump-target.ts';
import { PaletteDialog } from '../../ui/palette-dialog.tsx';
import { filterBeingTyped, toMessageSearch, withFilter } from './filters.ts';
import type { SearchFilter } from './filters.ts';
import { PaletteField } from './palette-field.tsx';
import { PaletteList } from './palette-list.tsx';
import { listGroups } from './palette-options.ts';
import type { OptionGroup, PaletteCommand, PaletteOption } from './palette-options.ts';
import { PaletteStatus } from './palette-status.tsx';

interface SearchPaletteProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
  /** What the field contains at first. */
  initialText: string;
  commands: readonly PaletteCommand[];
  onOpenChat: (chatId: ChatId) => void;
}

/** One field for chats, people, commands and messages. */
export function SearchPalette({ initialText, commands, onOpenChat, ...dialog }: SearchPaletteProps) {
  return (
    <PaletteDialog title="Search" {...dialog}>
      <Palette initialText={initialText} commands={commands} onOpenChat={onOpenChat} onClose={dialog.onClose} />
    </PaletteDialog>
  );
}

const searchDebounceMs = 250;
const noPages: readonly SearchResult[][] = [];

function Palette({ initialText, commands, onOpenChat, onClose }: Omit<SearchPaletteProps, 'isOpen' | 'returnFocusTo'>) {
  const [text, setText] = useState(initialText);
  const [filters, setFilters] = useState<readonly SearchFilter[]>([]);
  const typed = text.trim();
  const isFiltering = filterBeingTyped(text) !== null;
  const messages = useMessageSearch(toMessageSearch(useDebounced(isFiltering ? '' : typed, searchDebounceMs), filters));
  const createChat = useCreateChat({ onOpenChat });
  const areShown = !isFiltering && messages.isSearching;
  const pages = areShown ? (messages.data?.pages.map(({ data }) => data) ?? noPages) : noPages;
  const groups = listGroups(isFiltering ? text : typed, filters, {
    chats: useChatList().data ?? [],
    people: useFriends().data ?? [],
    commands,
    pages,
  });
  const { activeId, setActiveId, move } = useActiveOption(groups, `${text} ${filters.length}`);
  const listId = useId();

  const choose = (option: PaletteOption) => {
    if (option.kind === 'key') return setText(`${typed} ${option.key}:`.trimStart());
    if (option.kind === 'filter') {
      setFilters(withFilter(filters, option.filter));
      return setText(filterBeingTyped(text)?.rest ?? '');
    }
    // What was found for the text before is no answer to this one.
    if (option.kind === 'message' && messages.isPlaceholderData) return undefined;
    // Before closing: what it opens asks where the search was opened.
    if (option.kind === 'command') option.command.run();
    onClose();
    if (option.kind === 'command') return undefined;
    if (option.kind === 'person') return createChat.mutate({ members: [option.person._id] });
    if (option.kind === 'chat') return onOpenChat(option.chat._id);
    const { message, chat } = option.result;
    onOpenChat(chat._id);
    return jumpTo({ chatId: chat._id, messageId: message._id, seq: message.seq });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const active = groups.flatMap(({ options }) => options).find(({ id }) => id === activeId);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Backspace' && text === '' && filters.length > 0) setFilters(filters.slice(0, -1));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <PaletteField
        text={text}
        onChange={setText}
        maxLength={limits.searchMaxLength}
        filters={filters}
        onRemove={(filter) => setFilters(filters.filter((other) => other !== filter))}
        onKeyDown={handleKeyDown}
        onClose={onClose}
        listId={listId}
        activeId={activeId}
      />
      <PaletteList
        id={listId}
        groups={groups}
        activeId={activeId}
        onPoint={setActiveId}
        onChoose={choose}
        onEndReached={() => {
          if (messages.hasNextPage && !messages.isFetching) void messages.fetchNextPage();
        }}
      />
      <PaletteStatus
        messages={messages}
        count={typed === '' ? null : groups.flatMap(({ options }) => options).length}
      />
    </>
  );
}

/** The row that Enter chooses: the first one, until the arrow keys or the pointer move on, and again for another text. */
function useActiveOption(groups: readonly OptionGroup[], asked: string) {
  const [chosenId, setActiveId] = useState<string | null>(null);
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setActiveId(null);
  }
  const ids = groups.flatMap(({ options }) => options.map(({ id }) => id));
  const activeId = chosenId !== null && ids.includes(chosenId) ? chosenId : (ids[0] ?? null);
  const move = (step: 1 | -1) => {
    const index = ids.indexOf(activeId ?? '');
    setActiveId(ids.at((index + step) % ids.length) ?? null);
  };
  return { activeId, setActiveId, move };
}
