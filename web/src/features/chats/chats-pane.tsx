import { limits } from '@chat-app/contract';
import type { ChatId, ChatListItem } from '@chat-app/contract';
import { TextSearch } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { archivedChats, listedChats } from '../../api/chat-list.ts';
import { useChatList } from '../../api/chats.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { setArchiveOpen, useArchive } from '../../state/panels.ts';
import { classNames } from '../../ui/class-names.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useCloseOnBack } from '../../ui/use-close-on-back.ts';
import { ChatList } from './chat-list.tsx';
import { GettingStarted } from './getting-started.tsx';
import type { GettingStartedProps } from './getting-started.tsx';

interface ChatsPaneProps extends GettingStartedProps {
  openId: ChatId | null;
  onSearchMessages: (text: string) => void;
  /** The list covers everything else, so it has to show the first steps itself. */
  isCovering: boolean;
}

const ArchiveBar = lazy(async () => ({ default: (await import('./archive.tsx')).ArchiveBar }));
const archiveRowPx = 48;

type Rows = readonly ChatListItem[];

const searchDebounceMs = 250;

/** The chat list and its search. */
export function ChatsPane({ onSearchMessages, ...props }: ChatsPaneProps) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), searchDebounceMs);
  return (
    <div className="flex h-full flex-col">
      <SearchField
        label="Search chat"
        value={text}
        onChange={setText}
        maxLength={limits.inputMaxLength}
        className="mx-4 mb-2"
      />
      <div className="min-h-0 flex-1">
        <FoundChats search={search} {...props} />
      </div>
      {search !== '' && (
        <button
          type="button"
          onClick={() => onSearchMessages(search)}
          className={classNames(
            'flex min-h-11 shrink-0 items-center gap-2 border-t border-line px-4.5 text-left text-13 font-medium text-accent',
            'transition-colors hover:bg-hover focus-visible:-outline-offset-2',
          )}
        >
          <TextSearch aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0 truncate">Search messages for “{search}”</span>
        </button>
      )}
    </div>
  );
}

function FoundChats({
  search,
  openId,
  isCovering,
  ...gettingStarted
}: Omit<ChatsPaneProps, 'onSearchMessages'> & { search: string }) {
  const { data, isError, refetch } = useChatList(search);
  if (!data && isError) return <LoadFailed what="Your chats" onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={9} label="Loading chats" rowClassName="h-16 px-4.5" />;
  if (data.length > 0 && search !== '') return <ChatList chats={data} openId={openId} isSearch />;
  if (data.length > 0) return <OwnChats chats={data} openId={openId} isCovering={isCovering} />;
  if (search === '' && isCovering) return <GettingStarted {...gettingStarted} />;
  return (
    <output className="block px-8 py-10 text-center text-muted">
      {search === '' ? 'No chats yet' : 'No chats found'}
    </output>
  );
}

/** The archive, or the other chats below the way to it. */
function OwnChats({ chats, openId, isCovering }: Pick<ChatsPaneProps, 'openId' | 'isCovering'> & { chats: Rows }) {
  const isArchiveOpen = useArchive((state) => state.isOpen);
  const archived = archivedChats(chats);
  useCloseOnBack(isArchiveOpen && isCovering, () => setArchiveOpen(false));
  if (isArchiveOpen) {
    return (
      <div className="flex h-full flex-col">
        <Suspense fallback={<div className="h-11 shrink-0" />}>
          <ArchiveBar chats={archived} isOpen />
        </Suspense>
        <div className="min-h-0 flex-1">
          {archived.length > 0 ? (
            <ChatList key="archive" chats={archived} openId={openId} />
          ) : (
            <output className="block px-8 py-10 text-center text-muted">No archived chats</output>
          )}
        </div>
      </div>
    );
  }
  const hasArchived = archived.length > 0;
  return (
    <ChatList
      chats={listedChats(chats)}
      openId={openId}
      above={
        hasArchived && (
          <Suspense fallback={<div className="h-12" />}>
            <ArchiveBar chats={archived} />
          </Suspense>
        )
      }
      abovePx={hasArchived ? archiveRowPx : 0}
    />
  );
}
