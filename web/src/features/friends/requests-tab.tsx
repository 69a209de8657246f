import type { ChatId } from '@chat-app/contract';
import { Check, X } from 'lucide-react';
import { useAcceptRequest, useFriendRequests, useRejectRequest } from '../../api/friendships.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PeopleList } from './people-list.tsx';

interface RequestsTabProps {
  search: string;
  onOpenChat: (chatId: ChatId) => void;
}

export function RequestsTab({ search, onOpenChat }: RequestsTabProps) {
  const { data, isError, refetch } = useFriendRequests(search);
  const accept = useAcceptRequest({ onOpenChat });
  const reject = useRejectRequest();
  return (
    <PeopleList
      label="Requests"
      rows={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      hint={search === '' ? 'Requests that people send you appear here.' : 'No request matches your search.'}
    >
      {(request) => (
        <PersonRow name={request.user1.name} avatar={request.user1.avatar} subtitle={request.user1.email}>
          <IconButton
            label={`Reject ${request.user1.name}`}
            icon={<X aria-hidden="true" />}
            onClick={() => reject.mutate(request._id)}
            tone="danger"
          />
          <IconButton
            label={`Accept ${request.user1.name}`}
            icon={<Check aria-hidden="true" />}
            onClick={() => accept.mutate(request)}
            tone="good"
          />
        </PersonRow>
      )}
    </PeopleList>
  );
}
