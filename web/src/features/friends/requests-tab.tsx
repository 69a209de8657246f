import type { ChatId } from '@chat-app/contract';
import { useAcceptRequest, useFriendRequests, useRejectRequest } from '../../api/friendships.ts';
import { Button } from '../../ui/button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PersonMenu } from './person-menu.tsx';
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
          <Button
            variant="quiet"
            size="small"
            aria-label={`Decline ${request.user1.name}`}
            onClick={() => reject.mutate(request._id)}
          >
            Decline
          </Button>
          <Button size="small" aria-label={`Accept ${request.user1.name}`} onClick={() => accept.mutate(request)}>
            Accept
          </Button>
          <PersonMenu person={request.user1} />
        </PersonRow>
      )}
    </PeopleList>
  );
}
