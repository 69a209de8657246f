import { Check, X } from 'lucide-react';
import { useAcceptRequest, useFriendRequests, useRejectRequest } from '../../api/friendships.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PeopleList } from './people-list.tsx';

export function RequestsTab({ search }: { search: string }) {
  const { data, isError, refetch } = useFriendRequests(search);
  const accept = useAcceptRequest();
  const reject = useRejectRequest();
  return (
    <PeopleList
      label="Requests"
      rows={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      hint={search === '' ? 'Requests that people send you appear here.' : 'No request matches your search.'}
    >
      {({ _id, user1 }) => (
        <PersonRow name={user1.name} avatar={user1.avatar} subtitle={user1.email}>
          <IconButton
            label={`Reject ${user1.name}`}
            icon={<X aria-hidden="true" />}
            onClick={() => reject.mutate(_id)}
            tone="danger"
          />
          <IconButton
            label={`Accept ${user1.name}`}
            icon={<Check aria-hidden="true" />}
            onClick={() => accept.mutate(_id)}
            tone="good"
          />
        </PersonRow>
      )}
    </PeopleList>
  );
}
