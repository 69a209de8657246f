import type { ChatId, UserId, UserWithStatus } from '@chat-app/contract';
import { MessageCircle, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useCreateChat } from '../../api/chats.ts';
import { useFriends, useRemoveFriend } from '../../api/friendships.ts';
import { useLastOnlineIds, useOnlineIds } from '../../state/online-users.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PeopleList } from './people-list.tsx';
import { onlineFirst } from '../../lib/online-first.ts';

interface FriendsTabProps {
  search: string;
  onOpenChat: (chatId: ChatId) => void;
}

export function FriendsTab({ search, onOpenChat }: FriendsTabProps) {
  const { data, isError, refetch } = useFriends(search);
  const onlineIds = useOnlineIds();
  const lastOnlineIds = useLastOnlineIds();
  const remove = useRemoveFriend();
  const create = useCreateChat({ onOpened: onOpenChat });
  const [leaving, setLeaving] = useState<UserWithStatus | null>(null);
  const isStarting = (friendId: UserId) => create.isPending && create.variables.members[0] === friendId;
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
            <IconButton
              label={`Remove ${friend.name}`}
              icon={<UserMinus aria-hidden="true" />}
              onClick={() => setLeaving(friend)}
              tone="danger"
            />
            <IconButton
              label={`Start chat with ${friend.name}`}
              icon={<MessageCircle aria-hidden="true" />}
              disabled={isStarting(friend._id)}
              onClick={() => create.mutate({ members: [friend._id] })}
              tone="accent"
            />
          </PersonRow>
        )}
      </PeopleList>
      <ConfirmDialog
        question="Are you sure you want to remove this friend?"
        details={`${leaving?.name ?? ''} goes from your friends. Chats that you share stay where they are.`}
        confirmLabel="Remove"
        isOpen={leaving !== null}
        onConfirm={() => {
          if (leaving) remove.mutate(leaving._id);
          setLeaving(null);
        }}
        onCancel={() => setLeaving(null)}
      />
    </>
  );
}
