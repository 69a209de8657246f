import type { ChatId, UserWithStatus } from '@chat-app/contract';
import { useState } from 'react';
import { useFriends, useRemoveFriend } from '../../api/friendships.ts';
import { onlineFirst } from '../../format/people.ts';
import { useLastOnlineIds, useOnlineIds } from '../../state/online-users.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { ChatButton } from './chat-button.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PeopleList } from './people-list.tsx';

interface FriendsTabProps {
  search: string;
  onOpenChat: (chatId: ChatId) => void;
}

export function FriendsTab({ search, onOpenChat }: FriendsTabProps) {
  const { data, isError, refetch } = useFriends(search);
  const onlineIds = useOnlineIds();
  const lastOnlineIds = useLastOnlineIds();
  const remove = useRemoveFriend();
  const [removing, setRemoving] = useState<UserWithStatus | null>(null);
  return (
    <>
      <PeopleList
        label="Friends"
        rows={data && onlineFirst(data, lastOnlineIds)}
        hasFailed={isError}
        onRetry={() => void refetch()}
        hint={
          search === '' ? 'Look for people in the Find tab and send them a request.' : 'No friend matches your search.'
        }
      >
        {(friend) => (
          <PersonRow
            name={friend.name}
            avatar={friend.avatar}
            subtitle={friend.email}
            isOnline={onlineIds.has(friend._id)}
          >
            <Button
              variant="quiet"
              size="small"
              aria-label={`Remove ${friend.name}`}
              onClick={() => setRemoving(friend)}
            >
              Remove
            </Button>
            <ChatButton friend={friend} onOpenChat={onOpenChat} />
            <PersonMenu person={friend} />
          </PersonRow>
        )}
      </PeopleList>
      <ConfirmDialog
        question="Are you sure you want to remove this friend?"
        details={`${removing?.name ?? ''} goes from your friends. Chats that you share stay where they are.`}
        confirmLabel="Remove"
        isOpen={removing !== null}
        onConfirm={() => {
          if (removing) remove.mutate(removing._id);
          setRemoving(null);
        }}
        onCancel={() => setRemoving(null)}
      />
    </>
  );
}
