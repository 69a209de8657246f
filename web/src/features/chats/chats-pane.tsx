import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useRef, useState } from 'react';
import { useChatList } from '../../api/chats.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useShortcut } from '../../lib/use-shortcut.ts';
import { setSidebarOpen } from '../../state/sidebar.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ChatListEmpty } from './chat-list-empty.tsx';
import { ChatList } from './chat-list.tsx';

interface ChatsPaneProps {
  openId: ChatId | null;
  onFindFriends: () => void;
  onNewChat: () => void;
}

const searchDebounceMs = 250;

/** The list of chats and its search. */
export function ChatsPane({ openId, onFindFriends, onNewChat }: ChatsPaneProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), searchDebounceMs);
  const field = useRef<HTMLInputElement>(null);
  useShortcut('searchChats', () => {
    setSidebarOpen(true);
    // A sidebar that was away cannot take the focus before it is back.
    requestAnimationFrame(() => field.current?.focus());
  });
  return (
    <div className="flex h-full flex-col">
      <SearchField
        ref={field}
        label="Search chat"
        value={text}
        onChange={setText}
        maxLength={limits.inputMaxLength}
        className="mx-4 mb-2"
      />
      <div className="min-h-0 flex-1">
        <FoundChats search={search} openId={openId} onFindFriends={onFindFriends} onNewChat={onNewChat} />
      </div>
    </div>
  );
}

function FoundChats({ search, openId, onFindFriends, onNewChat }: ChatsPaneProps & { search: string }) {
  const { data, isError, refetch } = useChatList(search);
  if (!data && isError) return <LoadFailed what="Your chats" onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={9} label="Loading chats" rowClassName="h-16 px-4.5" />;
  if (data.length > 0) return <ChatList chats={data} openId={openId} />;
  if (search === '') return <ChatListEmpty onFindFriends={onFindFriends} onNewChat={onNewChat} />;
  return <output className="block px-8 py-10 text-center text-muted">No chats found</output>;
}
