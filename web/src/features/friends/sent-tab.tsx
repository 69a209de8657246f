import { useCancelRequest, useSentRequests } from '../../api/friendships.ts';
import { Button } from '../../ui/button.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PeopleList } from './people-list.tsx';

export function SentTab({ search }: { search: string }) {
  const { data, isError, refetch } = useSentRequests(search);
  const cancel = useCancelRequest();
  return (
    <PeopleList
      label="Sent"
      rows={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      hint={search === '' ? 'Requests that wait for an answer appear here.' : 'No request matches your search.'}
    >
      {({ _id, user2 }) => (
        <PersonRow name={user2.name} avatar={user2.avatar} subtitle={user2.email}>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Cancel request to ${user2.name}`}
            onClick={() => cancel.mutate(_id)}
          >
            Cancel
          </Button>
        </PersonRow>
      )}
    </PeopleList>
  );
}
