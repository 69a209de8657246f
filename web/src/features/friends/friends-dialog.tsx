import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useState } from 'react';
import type { RefObject } from 'react';
import { useHasFriendRequests } from '../../api/friendships.ts';
import { useDebounced } from '../../lib/timing-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NotificationDot } from '../../ui/notification-dot.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { FindTab } from './find-tab.tsx';
import { FriendsTab } from './friends-tab.tsx';
import { RequestsTab } from './requests-tab.tsx';
import { SentTab } from './sent-tab.tsx';

/** The initial tab and search text. */
export interface FriendsStart {
  tab?: 'Find';
  search?: string;
}

interface FriendsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
  onOpenChat: (chatId: ChatId) => void;
  start?: FriendsStart;
}

export function FriendsDialog({ onOpenChat, start, ...dialog }: FriendsDialogProps) {
  return (
    <Dialog title="Friends" description="Your friends, requests, and people to find" {...dialog}>
      <FriendsTabs
        {...(start && { start })}
        onOpenChat={(chatId) => {
          dialog.onClose();
          onOpenChat(chatId);
        }}
      />
    </Dialog>
  );
}

/** Without an explicit start it opens on the requests, if any are waiting. */
function FriendsTabs({ onOpenChat, start = {} }: Pick<FriendsDialogProps, 'onOpenChat' | 'start'>) {
  const [text, setText] = useState(start.search ?? '');
  const search = useDebounced(text.trim(), limits.findSearchDebounceMs);
  const hasRequests = useHasFriendRequests();
  return (
    <Tabs
      label="Friends"
      keepMounted={false}
      initialTab={start.tab ?? (hasRequests ? 'Requests' : undefined)}
      panelClassName="h-[56dvh] roomy:h-[420px]"
      toolbar={
        <SearchField
          label="Search"
          value={text}
          hasInitialFocus={start.tab === 'Find'}
          onChange={setText}
          maxLength={limits.inputMaxLength}
          className="mx-5 mt-4 mb-2 roomy:mx-6"
        />
      }
      tabs={[
        { name: 'Friends', content: <FriendsTab search={search} onOpenChat={onOpenChat} /> },
        {
          name: 'Requests',
          content: <RequestsTab search={search} onOpenChat={onOpenChat} />,
          badge: hasRequests && <NotificationDot label="waiting" className="-mt-2" />,
        },
        { name: 'Sent', content: <SentTab search={search} /> },
        { name: 'Find', content: <FindTab text={search} onOpenChat={onOpenChat} /> },
      ]}
    />
  );
}
